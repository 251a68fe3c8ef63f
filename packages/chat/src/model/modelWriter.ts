import { emitOutline } from "@semantic-xpath/emitters";
import { type LanguageModel, modelError } from "@semantic-xpath/llm";
import { inferSchema, validate } from "@semantic-xpath/readers";
import { type NodeData, SemanticXPathError, treeOf } from "@semantic-xpath/tree";
import type { AnswerWriter, Asked } from "../readers.js";
import { repaired } from "./repaired.js";
import { asData, DATA_RULE, shownSubtrees } from "./shownSubtree.js";

export interface ModelWriterOptions {
  /** Most tokens of an answer. Default 800. */
  readonly maxTokens?: number;
}

const ANSWER = 800;

const INSTRUCTIONS = `You answer a person's question from what was found in their data, in a few plain sentences, in the language of the question.
Say only what the data say; where they do not have the answer, say so. After a fact name where it is from as its path in brackets, such as (/Plan/Day[2]): that of an indented line goes on from the line that it is below. You can change nothing, and promise no changes.`;

/**
 * Writes an answer from results. The model sees the subtrees that are handed on, with their paths, within the budget, and no other data; its answer
 * is shown and never run.
 */
export function modelWriter(model: LanguageModel, { maxTokens = ANSWER }: ModelWriterOptions = {}): AnswerWriter {
  return {
    async answer(asked, { signal, onText, onUsage }) {
      const subtrees = shownSubtrees(asked.tree, asked.nodes, asked.maxTokens);
      const answer = await model.generate(
        {
          messages: [
            { role: "system", content: `${INSTRUCTIONS}\n${DATA_RULE}` },
            { role: "user", content: `${JSON.stringify(questionOf(asked))}\n${asData(subtrees.text)}` },
          ],
          maxTokens,
          purpose: "answer",
        },
        { onText, ...(signal !== undefined && { signal }) },
      );
      onUsage?.("answer", answer.usage);
      if (answer.text.trim() === "") throw modelError("SXP5104", { said: "" }, answer.usage);
      if (answer.finish === "length") onText(CUT);
      const text = answer.finish === "length" ? answer.text + CUT : answer.text;
      return { text, handedOn: subtrees.tokens, paths: subtrees.paths };
    },

    begin(wish, about, options = {}) {
      const schema = about.schema ?? inferSchema(about.tree);
      const content = { type: "array", items: { $ref: "#/$defs/node" } };
      return repaired<NodeData>(
        model,
        {
          messages: [
            {
              role: "system",
              content: `${BEGIN}\nThe root is ${schema.roots.join(" or ")}. Types:\n${emitOutline(schema)}`,
            },
            { role: "user", content: JSON.stringify({ wish, ...(about.now !== undefined && { now: about.now }) }) },
          ],
          schema: { name: "content", json: { $ref: "#/$defs/node", $defs: { node: nodeSchema(content) } } },
          purpose: "create",
        },
        ({ value }) => {
          const data = value as NodeData;
          try {
            const problems = validate(treeOf(data), schema, { limit: 5 });
            return problems.length === 0
              ? { value: data }
              : { problems: problems.map(({ code, message }) => `${code}: ${message}`) };
          } catch (error) {
            if (error instanceof SemanticXPathError) return { problems: [error.message] };
            throw error;
          }
        },
        options,
      );
    },
  };
}

const CUT = " …";

const BEGIN = `You write the first content of a new tree from a person's wish, as JSON: {"type", "attributes" (strings), "text", "children"}. Only what was wished for: make up no names, times or prices.`;

const nodeSchema = (children: object) => ({
  type: "object",
  properties: {
    type: { type: "string" },
    attributes: { type: "object", additionalProperties: { type: "string" } },
    text: { type: "string" },
    children,
  },
  required: ["type"],
  additionalProperties: false,
});

/** The question with what is known of it. */
function questionOf({ request, said, query, widened, value, earlier, now }: Asked): object {
  return {
    question: request,
    readAs: said,
    query,
    ...(widened !== null && { widened }),
    ...(value !== undefined && { value }),
    ...(earlier.length > 0 && { earlier }),
    now,
  };
}
