import { builtinModules } from "node:module";
import { resolve } from "node:path";

/** What a chunk costs beside its code, as bytes of code: it is found, read and linked. Node 20 takes up to 25 000; with less a start loads less that it does not need. */
const A_CHUNK = 18_000;

/**
 * What each entry imports beside its own, so that there are fewer chunks. A bundler gives files a chunk of their own for each set of entries that
 * reach them, and of very many entries that is very many chunks, while each costs as much to load as a large file. So those are joined that
 * are nearly always loaded together: a few entries load some code that they do not need, and all load fewer chunks.
 *
 * @param metafile of a build without this.
 * @param main the entry that every process loads.
 * @param often entries that processes load more often than others: each counts as much as a tenth of all.
 * @returns by entry, the files whose chunks it is to load, too.
 */
export function joinedChunks(metafile, main, often) {
  const graph = graphOf(metafile, main);
  const isOften = (entry) => entry === main || often.some((part) => entry.includes(part));
  return completed(graph, join({ ...graph, often: graph.entries.map(isOften) }));
}

function graphOf({ inputs, outputs }, main) {
  const bytes = new Map();
  for (const output of Object.values(outputs))
    for (const [path, { bytesInOutput }] of Object.entries(output.inputs))
      bytes.set(path, (bytes.get(path) ?? 0) + bytesInOutput);
  const imports = (path, isDynamic) =>
    inputs[path].imports
      .filter(({ external, kind, path: to }) => !external && (kind === "dynamic-import") === isDynamic && bytes.has(to))
      .map((each) => each.path);
  const files = [...bytes.keys()];
  const uses = new Map(files.map((path) => [path, imports(path, false)]));
  const loads = new Map(files.map((path) => [path, imports(path, true)]));
  const entries = [...new Set([main, ...[...loads.values()].flat()])];
  // Packages that may be missing are needed by what imports them, and by nothing that would share a chunk with it.
  const imported = ({ imports }) =>
    imports.some(({ external, kind, path: to }) => external && kind === "import-statement" && isPackage(to));
  const needing = new Set(files.filter((path) => imported(inputs[path])));
  const apart = new Set(files.filter((path) => [...reached(uses, [path])].some((each) => needing.has(each))));
  return { bytes, uses, loads, entries, main, apart };
}

const isPackage = (module) => !module.startsWith("node:") && !builtinModules.includes(module);

function reached(uses, starts) {
  const found = new Set(starts);
  for (const path of found) for (const next of uses.get(path)) found.add(next);
  return found;
}

/** What is certainly loaded when an entry has been: its own, and what all that load it have in common. */
function loadedWith({ uses, loads, entries, main }) {
  const own = new Map(entries.map((entry) => [entry, reached(uses, [entry])]));
  const loaded = new Map(own);
  const all = new Map(entries.map((entry) => [entry, new Set()]));
  for (const [loader, files] of own)
    for (const path of files) for (const entry of loads.get(path)) all.get(entry).add(loader);
  for (let round = 0; round < 4; round++)
    for (const entry of entries) {
      if (entry === main) continue;
      const [first, ...others] = [...all.get(entry)].map((loader) => loaded.get(loader));
      const common = [...first].filter((path) => others.every((other) => other.has(path)));
      loaded.set(entry, new Set([...own.get(entry), ...common]));
    }
  return loaded;
}

/** Files in groups, each to be a chunk: the smallest joins the one with which most is saved, as long as anything is. */
function join(graph) {
  const { weigh, groups } = weighed(graph);
  const isBearable = spareOf(graph, groups);
  const done = new Set();
  for (;;) {
    const [smallest] = [...groups].filter((group) => !done.has(group)).sort((a, b) => a.size - b.size);
    if (smallest === undefined) return [...groups].map(({ files }) => files);
    let best = null;
    for (const other of groups) {
      if (other === smallest) continue;
      const cost = costOf(smallest, other, weigh);
      if (cost < (best?.cost ?? 0) && isBearable(smallest, other)) best = { cost, other };
    }
    if (best === null) {
      done.add(smallest);
      continue;
    }
    moveInto(best.other, smallest, groups);
    done.delete(best.other);
  }
}

/** Code that entries would load for nothing, less the chunks that they would load no more. */
function costOf(one, other, weigh) {
  let cost = -A_CHUNK * weigh((i) => one.set[i] & other.set[i]);
  // What is loaded brings what it uses.
  for (const { needs } of [one, other])
    for (const each of needs) {
      if (cost >= 0) return cost;
      if (needs === other.needs && one.needs.has(each)) continue;
      cost += each.size * weigh((i) => (one.set[i] | other.set[i]) & ~each.set[i]);
    }
  return cost;
}

/** Whether an often-loaded entry, with two groups joined, loads at most a tenth more than it needs. */
function spareOf({ often, entries }, groups) {
  const has = ({ set }, i) => (set[i >> 5] & (1 << (i & 31))) !== 0;
  const loadedBy = (i) => [...groups].reduce((sum, group) => sum + (has(group, i) ? group.size : 0), 0);
  const limits = entries.flatMap((_, i) => (often[i] ? [{ i, limit: 1.1 * loadedBy(i) }] : []));
  return (one, other) =>
    limits.every(({ i, limit }) => {
      if (has(one, i) === has(other, i)) return true;
      const added = new Set([one, other, ...one.needs, ...other.needs].filter((group) => !has(group, i)));
      return loadedBy(i) + [...added].reduce((sum, { size }) => sum + size, 0) <= limit;
    });
}

function moveInto(other, one, groups) {
  const set = one.set.map((word, i) => word | other.set[i]);
  groups.delete(one);
  other.files.push(...one.files);
  other.size += one.size;
  const needs = new Set([...one.needs, ...other.needs]);
  needs.delete(one);
  for (const each of groups) {
    if (each === other || each.needs.delete(one) || each.needs.has(other))
      for (const need of needs) each.needs.add(need);
  }
  for (const each of other.needs) each.set = each.set.map((word, i) => word | set[i]);
}

/** Files by the set of entries that load them, and how much a set counts. */
function weighed(graph) {
  const { entries, bytes, uses, main, often, apart } = graph;
  const loaded = loadedWith(graph);
  const words = (entries.length + 31) >> 5;
  const mask = new Int32Array(words);
  for (const [i, isOften] of often.entries()) if (isOften) mask[i >> 5] |= 1 << (i & 31);
  const weigh = (wordAt) => {
    let weight = 0;
    for (let i = 0; i < words; i++) weight += ones(wordAt(i)) + (ones(wordAt(i) & mask[i]) * entries.length) / 10;
    return weight;
  };
  const found = new Map();
  const groupOf = new Map();
  for (const [path, size] of bytes) {
    const set = new Int32Array(words);
    for (const [i, entry] of entries.entries()) if (loaded.get(entry).has(path)) set[i >> 5] |= 1 << (i & 31);
    const key = set.join();
    // The first file waits for the others: none of them may import what it is made of.
    if (apart.has(path) || path.startsWith("part:") || loaded.get(main).has(path) || set.every((word) => word === 0))
      continue;
    const group = found.get(key) ?? { set, files: [], size: 0, needs: new Set() };
    group.files.push(path);
    group.size += size;
    found.set(key, group);
    groupOf.set(path, group);
  }
  for (const group of found.values())
    for (const path of reached(uses, group.files)) if (groupOf.has(path)) group.needs.add(groupOf.get(path));
  return { weigh, groups: new Set(found.values()) };
}

function ones(word) {
  let count = 0;
  for (let rest = word; rest !== 0; rest &= rest - 1) count++;
  return count;
}

/** Whatever loads a file of a group loads all of it. */
function completed({ entries, uses, main }, groups) {
  const groupOf = new Map(groups.flatMap((group) => group.map((path) => [path, group])));
  return new Map(
    entries
      .filter((entry) => entry !== main)
      .map((entry) => {
        const own = reached(uses, [entry]);
        const found = new Set(own);
        for (const path of found) for (const next of [...uses.get(path), ...(groupOf.get(path) ?? [])]) found.add(next);
        return [entry, [...found].filter((path) => !own.has(path)).map((path) => resolve(path))];
      }),
  );
}
