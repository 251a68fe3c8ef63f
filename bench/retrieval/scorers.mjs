import * as runtime from "@semantic-xpath/runtime";

/** The setting of each ingredient that switches it off. */
export const INGREDIENTS = {
  thesaurus: { thesaurus: 0 },
  company: { company: 0 },
  quantity: { quantity: 0 },
  when: { when: 0 },
  asking: { asking: 1 },
  phrase: { phrase: 0 },
  parts: { part: 0, joined: 0, fuzzy: 0 },
  denied: { denied: 0 },
  together: { together: 0 },
  context: { context: "off" },
};

/**
 * The settings that `--without NAME` and `--set NAME=NUMBER` ask for; a name that is no ingredient is a setting that is 0. Those of fields are
 * written `fields.name=2`.
 */
export function changedSettings({ without, set }) {
  const settings = Object.assign({}, ...without.map((name) => INGREDIENTS[name] ?? { [name]: 0 }));
  for (const text of set) {
    const [, group, name, value] = /^(?:(\w+)\.)?(\w+)=(.+)$/.exec(text) ?? [];
    if (name === undefined) throw new Error(`--set ${text}: it is written NAME=NUMBER`);
    if (group === undefined) settings[name] = Number(value);
    else settings[group] = { ...settings[group], [name]: Number(value) };
  }
  return settings;
}

/** A scorer by name, where the runtime for Node can resolve one. */
export async function resolve(name) {
  const node = await import("@semantic-xpath/runtime/node");
  const resolved = await node.resolveScorer(name);
  return resolved.scorer ?? resolved;
}

export const lexical = (settings = {}) => runtime.lexicalScorer(settings);
