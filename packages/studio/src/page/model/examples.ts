import type { NodeContent } from "@semantic-xpath/inspect";
import { type TreeColumns, typeOf } from "@semantic-xpath/views/components";

/** Nodes that are looked at: examples need a few names, whatever the size of the tree. */
const LOOKED_AT = 400;

/** Requests that the data can answer, from its own names: for new users of a page. */
export function exampleRequests(tree: TreeColumns, contents: readonly NodeContent[]): readonly string[] {
  const counts = new Map<string, number>();
  for (let node = 2; node <= Math.min(tree.size, LOOKED_AT); node++)
    counts.set(typeOf(tree, node), (counts.get(typeOf(tree, node)) ?? 0) + 1);
  const isParent = (type: string): boolean =>
    contents.some(({ node, type: own }) => own === type && tree.end[node - 1]! > node + 1);
  const byCount = [...counts].filter(([, count]) => count > 1).sort((a, b) => b[1] - a[1]);
  const group = byCount.find(([type]) => isParent(type) && depthOf(tree, contents, type) === 1)?.[0];
  const item = byCount.find(([type]) => type !== group && namedOf(contents, type) !== null)?.[0];
  const named = item === undefined ? null : namedOf(contents, item);
  const number = item === undefined ? null : numberOf(contents, item);
  const requests = [
    group && `what is in the last ${words(group)}?`,
    item && `how many ${plural(words(item))} are there?`,
    item && number && `the ${words(item)} with the highest ${words(number)}`,
    group && item && `which ${words(group)} has the most ${plural(words(item))}?`,
    named && `where is ${named}?`,
  ];
  return requests.filter((request) => typeof request === "string");
}

function depthOf(tree: TreeColumns, contents: readonly NodeContent[], type: string): number {
  const first = contents.find((content) => content.type === type);
  return first === undefined ? -1 : (tree.depth[first.node - 1] ?? -1);
}

const NAMES = ["name", "title"];

/** A short name that a node of a type has. */
function namedOf(contents: readonly NodeContent[], type: string): string | null {
  const values = contents
    .filter((content) => content.type === type)
    .flatMap(({ attributes }) => attributes.filter(({ name }) => NAMES.includes(name)).map(({ value }) => value));
  return values.find((value) => value.length > 2 && value.length < 30) ?? null;
}

/** An attribute of a type that has different numbers. */
function numberOf(contents: readonly NodeContent[], type: string): string | null {
  const valuesByName = new Map<string, Set<string>>();
  for (const content of contents)
    if (content.type === type)
      for (const { name, value } of content.attributes)
        if (/^\d{1,9}(?:\.\d{1,4})?$/.test(value))
          valuesByName.set(name, (valuesByName.get(name) ?? new Set()).add(value));
  return (
    [...valuesByName].find(([name, values]) => values.size > 2 && !/^(?:index|id|position)$/.test(name))?.[0] ?? null
  );
}

/** `TimeBlock` and `time_block` as words: `time block`; `POI` stays. */
const words = (name: string): string =>
  /^[A-Z0-9]+$/.test(name)
    ? name
    : name
        .replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, " ")
        .replaceAll(/[_-]/g, " ")
        .toLowerCase();

const plural = (word: string): string =>
  /[^aeiou]y$/.test(word) ? `${word.slice(0, -1)}ies` : /(?:s|x|ch|sh)$/.test(word) ? `${word}es` : `${word}s`;
