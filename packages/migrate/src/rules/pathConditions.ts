import type { Change } from "../draft.js";
import { insert, isConnector, isSeparator, isSign, isTilde, remove, replace, spanOf, split } from "../items.js";
import { isOfPath, kindOf, slashBefore } from "./pathLike.js";
import type { Rule } from "./rule.js";
import { hasRelevance } from "./words.js";

/** `Day[POI[node =~ "x"]]`: a path where a condition belongs, with a relevance in it. */
export const pathConditions: Rule = ({ sequences, choose }) =>
  sequences.flatMap(({ items, role, call }) => {
    const isPlace = role === "condition" || (role === "arguments" && call?.text.toLowerCase() === "not");
    if (!isPlace) return [];
    return split(items, isConnector).flatMap(({ items: operand }): Change[] => {
      const kind = kindOf(operand, false);
      if ((kind !== "path" && kind !== "relative") || !hasRelevance(operand)) return [];
      const name = choose("exists", ["max", "exists"]);
      const { start, end } = spanOf(operand);
      const edits = [insert(start, `${name}(${slashBefore(operand)}`), insert(end, ")")];
      const why =
        name === "max"
          ? "A path alone is no condition. The best of what it reaches is how well the node fits."
          : "A path alone is no condition. It is true for any such node, however relevant.";
      return [{ span: { start, end }, edits, what: `the path is put into "${name}(…)"`, why }];
    });
  });

/** `POI/name = "x"`, `Day/POI/@cost < 20`: the path is the evidence, and its last step is what is tested. */
export const pathTests: Rule = ({ text, sequences }) =>
  sequences.flatMap(({ items, role }) =>
    role === "query" || role === "names"
      ? []
      : split(items, (item) => isConnector(item) || isSign(item, ",")).flatMap(({ items: operand }): Change[] => {
          const from = operand[0]?.text === "1" && operand[1]?.text === "-" ? 2 : 0;
          const at = operand.findIndex((item, index) => index > from && item.kind === "operator");
          const before = operand.slice(from, at);
          const slash = before.findLastIndex((item) => isSign(item, "/"));
          const path = before.slice(0, slash);
          const [first] = before;
          if (at < 0 || slash < 1 || at + 1 >= operand.length || kindOf(path, true) === "other") return [];
          if (!before.every((item) => isOfPath(item) || item.kind === "function")) return [];
          const { start, end } = spanOf(operand.slice(from));
          const last = text.slice(before[slash]!.span.end, spanOf(before).end);
          const isText = last === "text()" && path.length === 1;
          const name = isTilde(operand[at]) ? "max" : "exists";
          const edits = isText
            ? [remove(spanOf(path).end, spanOf(before).end)]
            : [
                insert(start, `${name}(${isSeparator(first) ? "" : "/"}`),
                replace(before[slash]!.span.start, before[slash]!.span.end, "["),
                insert(end, "])"),
              ];
          const description = isText ? '"/text()" is left out' : `the path becomes the evidence of "${name}(…)"`;
          const why = isText
            ? "A field is its text."
            : "A path is not compared: one node that it leads to is enough, as in XPath.";
          return [{ span: { start, end }, edits, what: description, why }];
        }),
  );
