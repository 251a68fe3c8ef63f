import { type Diagnostic, diagnose, suggest } from "@semantic-xpath/parser";
import type { Node as JsonNode } from "jsonc-parser";
import type { Config, ScorerConfig } from "./config.js";
import { FORM_NAMES, SCORER_FORMS } from "./forms.js";
import { propertiesOf, spanOf } from "./readMembers.js";

/** The scorers that a scorer is made of. */
export function partsOf(scorer: ScorerConfig): readonly string[] {
  if (scorer.kind === "fused") return scorer.of;
  return scorer.kind === "cascade" ? [scorer.cheap, scorer.expensive] : [];
}

/** Reports scorers that are named and not there, and scorers that are made of themselves. `declared` has the broken ones too. */
export function checkReferences(
  config: Config,
  root: JsonNode,
  declared: readonly string[],
  diagnostics: Diagnostic[],
): void {
  const top = propertiesOf(root);
  const check = (name: string, node: JsonNode): void => {
    if (declared.includes(name) || isForm(name)) return;
    diagnostics.push(diagnose("SXP4103", spanOf(node), unknownScorer(name, declared)));
  };
  if (config.defaultScorer !== undefined) check(config.defaultScorer, top.get("defaultScorer")!.value);
  const scorers = top.get("scorers")?.value;
  for (const [name, { key, value }] of scorers === undefined ? [] : propertiesOf(scorers)) {
    const scorer = Object.hasOwn(config.scorers, name) ? config.scorers[name] : undefined;
    if (scorer === undefined) continue;
    const parts = propertiesOf(value);
    const nodes =
      scorer.kind === "fused" ? parts.get("of")!.value.children! : [parts.get("cheap"), parts.get("expensive")];
    partsOf(scorer).forEach((part, i) => {
      const node = nodes[i]!;
      check(part, "key" in node ? (node.value as JsonNode) : node);
    });
    const through = wayBack(config, name);
    if (through !== null) diagnostics.push(diagnose("SXP4104", spanOf(key), { name, through }));
  }
}

/** What is known in place of a name that is not. */
export function unknownScorer(name: string, declared: readonly string[]) {
  const form = name.includes(":") ? name.slice(0, name.indexOf(":")) : name;
  const near = suggest(name, [...declared, "lexical"]);
  const nearForm = suggest(form, FORM_NAMES).map(
    (candidate) => SCORER_FORMS.find((known) => known.name === candidate)!.form,
  );
  const suggestions = name.includes(":") ? nearForm : [...near, ...nearForm.filter((known) => known !== "lexical")];
  return { name, known: [...declared, ...SCORER_FORMS.map(({ form }) => form)], suggestions };
}

const isForm = (spec: string): boolean =>
  spec === "lexical" || FORM_NAMES.some((name) => name !== "lexical" && spec.startsWith(`${name}:`));

/** The names from a scorer back to itself; null where there is no such way. */
function wayBack(config: Config, name: string): readonly string[] | null {
  const seen = new Set<string>();
  const follow = (at: string, way: readonly string[]): readonly string[] | null => {
    const scorer = Object.hasOwn(config.scorers, at) ? config.scorers[at] : undefined;
    for (const part of scorer === undefined ? [] : partsOf(scorer)) {
      if (part === name) return [...way, part];
      if (seen.has(part)) continue;
      seen.add(part);
      const found = follow(part, [...way, part]);
      if (found !== null) return found;
    }
    return null;
  };
  return follow(name, [name]);
}
