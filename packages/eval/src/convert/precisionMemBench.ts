import type { NodeData } from "@semantic-xpath/tree";
import * as z from "zod/mini";
import type { ConvertOptions } from "./collections.js";
import { Conversion, type Converted, DATA_NAME, referenceTo, type SourceText } from "./conversion.js";

const id = z.string().check(z.minLength(1));
const maybeText = z.optional(z.nullable(z.string()));
const beliefs = z.array(
  z.object({
    _id: id,
    user_id: z.optional(z.string()),
    type: z.string(),
    canonical_name: z.string(),
    aliases: z.optional(z.array(z.string())),
    content: z.string(),
    why_it_matters: z.optional(z.string()),
    scope: z.array(z.string()),
    pinned: z.optional(z.boolean()),
    superseded_by: maybeText,
    resolved_at: maybeText,
    participants: z.optional(z.array(z.string())),
  }),
);

const tier = z.optional(
  z.object({
    mustInclude: z.optional(z.array(z.string())),
    mustExclude: z.optional(z.array(z.string())),
    shouldOnlyInclude: z.optional(z.array(z.string())),
  }),
);
const cases = z.array(
  z.object({
    caseId: id,
    category: z.optional(z.string()),
    scope: z.array(z.string()),
    query: z.optional(z.string()),
    expect: z.optional(z.object({ pinnedFacts: tier, relevantBeliefs: tier, openQuestions: tier })),
  }),
);

export interface PrecisionMemBenchFiles {
  /** The memories: `beliefs.seed.json`. */
  readonly beliefs: SourceText;
  /** `retrieval.cases.json`. */
  readonly cases: SourceText;
}

const TIERS = ["pinnedFacts", "relevantBeliefs", "openQuestions"] as const;

/**
 * The form of PrecisionMemBench (arXiv 2605.11325): beliefs as nodes, and cases with beliefs that must and must not be handed over. The tiers of an
 * answer are one here. If a case declares only some beliefs relevant, all others are excluded but pinned ones. The scope is a part of the request.
 * Cases of several turns change the memory, and are left out.
 */
export function convertPrecisionMemBench(files: PrecisionMemBenchFiles, options: ConvertOptions = {}): Converted {
  const conversion = new Conversion();
  const beliefsByCase = conversion.json(files.beliefs, beliefs);
  const file = conversion.json(files.cases, cases);
  const places = new Map<string, string>();
  for (const [i, { _id }] of (beliefsByCase.value ?? []).entries()) {
    if (places.has(_id)) beliefsByCase.error([i, "_id"], "comes twice");
    places.set(_id, referenceTo(_id, `/Beliefs/Belief[${i + 1}]`));
  }
  const pinned = new Set((beliefsByCase.value ?? []).flatMap(({ _id, pinned: is }) => (is === true ? [_id] : [])));
  const converted = (file.value ?? []).flatMap(({ caseId, category, scope, query, expect }, c) => {
    if (query === undefined || expect === undefined) {
      file.leftOut([c], "it is no case of one query");
      return [];
    }
    const named = (member: "mustInclude" | "mustExclude" | "shouldOnlyInclude"): readonly string[] =>
      TIERS.flatMap((name) => {
        const list = expect[name]?.[member] ?? [];
        for (const [i, one] of list.entries())
          if (!places.has(one)) file.error([c, "expect", name, member, i], "is no belief");
        return list;
      });
    const right = new Set([...named("mustInclude"), ...named("shouldOnlyInclude")]);
    const isOnly = TIERS.some((name) => expect[name]?.shouldOnlyInclude !== undefined);
    const unlisted = isOnly ? [...places.keys()].filter((one) => !right.has(one) && !pinned.has(one)) : [];
    const wrong = new Set([...named("mustExclude"), ...unlisted].filter((one) => !right.has(one)));
    const references = (ids: Iterable<string>): string[] => Array.from(ids, (one) => places.get(one) ?? one);
    return [
      {
        id: caseId,
        ...(category !== undefined && { kind: category }),
        request: `${query} (${scope.join(", ")})`,
        include: references(right),
        exclude: references(wrong),
      },
    ];
  });
  const { dataName = DATA_NAME } = options;
  const children = (beliefsByCase.value ?? []).map(nodeOf);
  return conversion.converted(
    { version: 1, name: "precisionmembench", tree: dataName, cases: converted },
    { type: "Beliefs", attributes: {}, children },
  );
}

function nodeOf(belief: z.infer<typeof beliefs>[number]): NodeData {
  const { _id, user_id: user, type, canonical_name: name, aliases = [], content, scope, pinned, ...rest } = belief;
  const { superseded_by: supersededBy, resolved_at: resolvedAt, why_it_matters: why, participants = [] } = rest;
  const maybe = (member: string, value: string | null | undefined) => (value ? { [member]: value } : {});
  return {
    type: "Belief",
    attributes: {
      id: _id,
      kind: type,
      name,
      scope: scope.join(" "),
      ...maybe("aliases", aliases.join(", ")),
      ...maybe("user", user),
      ...maybe("pinned", pinned === true ? "true" : null),
      ...maybe("supersededBy", supersededBy),
      ...maybe("resolvedAt", resolvedAt),
      ...maybe("participants", participants.join(" ")),
      ...maybe("why", why),
    },
    text: content,
  };
}
