import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { LANGUAGE_NAMES, languageNamed } from "@semantic-xpath/values";
import { describe, expect, test } from "vitest";
import { koreanStem } from "../../../packages/scorers/src/lexical/languages/korean.js";
import { ENGLISH } from "../../../packages/scorers/src/lexical/languages/language.js";
import { loadLanguage } from "../../../packages/scorers/src/lexical/languages/snowball.js";
import { lexicalScorer } from "../../../packages/scorers/src/lexical.js";

/** Language, condition, a text that is found and one that isn't. */
const FOUND: readonly [string, string, string, string][] = [
  ["german", "Haus", "viele alte Häuser", "viele alte Hunde"],
  ["de", "Bücher", "ein Buch über Wien", "ein Bild von Wien"],
  ["de-CH", "Haeuser", "das Haus am See", "das Boot am See"],
  ["german", "Straße", "die Strassen der Stadt", "die Plätze der Stadt"],
  ["german", "Krankenhaus", "das Kinderkrankenhaus in Bern", "die Schule in Bern"],
  ["german", "Arzt", "ein Termin beim Zahnarzt", "ein Termin beim Friseur"],
  ["french", "chevaux", "un cheval blanc", "un chien blanc"],
  ["french", "réunion annuelle", "les réunions annuelles", "la fête du village"],
  ["fr", "hôtel", "un hotel à Lyon", "une gare à Lyon"],
  ["french", "eau", "l'eau de la rivière", "le pont de la ville"],
  ["spanish", "canciones", "una canción de amor", "una carta de amor"],
  ["es", "restaurantes baratos", "un restaurante barato", "una tienda lejana"],
  ["italian", "ristoranti", "un ristorante in centro", "un negozio in centro"],
  ["dutch", "boeken", "een boek lezen", "een krant lezen"],
  ["pt-BR", "restaurantes", "um restaurante na praia", "uma casa na praia"],
  ["swedish", "bilar", "en röd bil", "en röd båt"],
  ["danish", "huse", "et hus ved vandet", "en båd ved vandet"],
  ["no", "hyttene", "en hytte ved sjøen", "en båt ved sjøen"],
  ["finnish", "talot", "talossa on sauna", "veneessä on sauna"],
  ["ru", "книги", "новая книга о Москве", "новая песня о Москве"],
  ["turkish", "evler", "büyük evlerde", "büyük arabalarda"],
  ["ar", "كتاب", "قرأت الكتاب", "رأيت البيت"],
  ["korean", "학교", "학교에서 만나요", "병원에서 만나요"],
  ["ko", "도서관을", "도서관은 조용해요", "병원은 조용해요"],
  ["japanese", "図書館", "図書館へ行く", "公園へ行く"],
  ["zh", "博物馆", "参观博物馆", "参观公园"],
];

describe("languages", () => {
  test.each(FOUND)("%s: %j is found in %j, not in %j", async (language, condition, found, other) => {
    const scorer = lexicalScorer({ language: await loadLanguage(language) });
    const [high, low] = await scorer.score([found, other], condition, {});
    expect(high).toBeGreaterThan(0.25);
    expect(low).toBeLessThan(high! / 3);
  });

  test("every language loads by its name and has an id of its own", async () => {
    const ids = await Promise.all(
      LANGUAGE_NAMES.map(async (name) => lexicalScorer({ language: await loadLanguage(name) }).id),
    );
    expect(new Set(ids).size).toBe(LANGUAGE_NAMES.length);
    expect(ids[LANGUAGE_NAMES.indexOf("german")]).toContain("german");
    expect(ids[LANGUAGE_NAMES.indexOf("english")]).toBe(lexicalScorer().id);
  });

  test("an unknown language is refused with the list of those that are known", async () => {
    await expect(loadLanguage("klingon")).rejects.toThrow(
      /There is no language "klingon"\. There are: english \(en\), .*german \(de\), .*turkish \(tr\)\./,
    );
    expect(languageNamed("constructor")).toBeNull();
  });

  test("function words of a language have no weight, those of English have", async () => {
    const german = lexicalScorer({ language: await loadLanguage("german") });
    expect(german.explain("die Katze", "die Katze").terms.map(({ term }) => term)).toEqual(["katze"]);
    expect(german.explain("the Katze", "the Katze").terms).toHaveLength(2);
  });

  test("what knows English alone is off for other languages", async () => {
    const language = await loadLanguage("german");
    const scorer = lexicalScorer({ language });
    expect(await scorer.score(["CAD 20", "automobile"], "car under 30 dollars", {})).toEqual(new Float32Array(2));
  });

  test("without a stemmer a word is its own stem, and the id says so", async () => {
    const plain = lexicalScorer({ language: await loadLanguage("german", null) });
    expect(plain.id).toContain("german, no stemmer");
    expect(plain.explain("Häuser", "Haus").score).toBe(0);
  });

  test("particles and articles of other scripts in English texts", async () => {
    const scorer = lexicalScorer();
    expect((await scorer.score(["학교에서", "병원에서"], "학교", {}))[0]).toBeGreaterThan(0.5);
    expect((await scorer.score(["الكتاب", "البيت"], "كتاب", {}))[0]).toBeGreaterThan(0.5);
    expect([koreanStem("책을"), koreanStem("나이"), koreanStem("학교에서")]).toEqual(["책", "나이", "학교"]);
  });

  test("the stemmers are loaded when the first language needs them", async () => {
    const source = readFileSync("packages/scorers/src/lexical/languages/snowball.ts", "utf8");
    expect(source).not.toMatch(/from\s*"snowball-stemmers"/);
    expect(await loadLanguage("english", null)).toBe(ENGLISH);
    expect(createRequire(import.meta.url).resolve("snowball-stemmers")).toContain("snowball-stemmers");
  });
});
