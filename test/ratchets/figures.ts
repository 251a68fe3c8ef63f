import { filesBelow, textOf } from "../structure/support/sources.js";
import { countRiddles } from "./plainEnglish.js";
import { countTokens, withoutComments } from "./tokens.js";

/** Figures that may only fall, each by a name such as `tokens of memory`. */
export type Figures = Readonly<Record<string, number>>;

/** Groups of packages whose tokens are counted together; a package that is in none is a group of its own. */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  compiler: ["values", "parser", "planner", "emitters", "migrate"],
  data: ["tree", "readers", "writers"],
  engine: ["scorers", "runtime", "inspect"],
  memory: ["memory", "agents"],
  chat: ["llm", "chat"],
  terminal: ["cli"],
  editors: ["lsp", "dap", "vscode-extension"],
  pages: ["views", "studio"],
};

const SOURCE = /\.(?:[cm]?[jt]sx?|json|css|html|txt)$/;
const CODE = /\.tsx?$/;
/** Made by a build, or about packaging. */
const LEFT_OUT = /^packages\/[^/]+\/(?:package(?:-lock)?|tsconfig[\w.]*)\.json$|\.d\.ts$|\/(?:media|out)\//;

/** Packages that may have words of dates, units and numbers: the scanner of values, and the words of English. */
const ROOM_OF_WORDS = ["values", "english"];
const WORDS =
  /\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b|\b(?:january|february|april|june|july|august|september|october|november|december)\b|\b(?:kilomet(?:re|er)|mile|kilogram|pound|ounce|lit(?:re|er)|gallon|inch|celsius|fahrenheit|fortnight)(?:e?s)?\b|\b(?:three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million)\b/gi;

/** Named numbers that are no limits: `const WEIGHT = 0.3;` */
const CONSTANT =
  /((?:\/\*\*(?:(?!\*\/)[\s\S])*\*\/|\/\/[^\n]*\n)?\s*)\b(?:export )?const (?!MAX_|MIN_)([A-Z][A-Z0-9_]*)(?:: number)? = -?[\d_]*\.?[\d_]+;/g;
const MEASURED = /\bmeasured\b|\bbench\b/i;

export function currentFigures(): Figures {
  const figures: Record<string, number> = {};
  const add = (name: string, count: number): void => {
    figures[name] = (figures[name] ?? 0) + count;
  };
  for (const path of filesBelow("packages")) {
    if (!SOURCE.test(path) || LEFT_OUT.test(path)) continue;
    const name = path.split("/")[1]!;
    const text = textOf(path);
    const code = withoutComments(path, text);
    const group = Object.keys(GROUPS).find((each) => GROUPS[each]!.includes(name)) ?? name;
    add(`tokens of ${group}`, countTokens(code));
    if (!path.startsWith(`packages/${name}/src/`)) continue;
    if (!ROOM_OF_WORDS.includes(name))
      add(`words of dates, units and numbers in ${name}`, code.match(WORDS)?.length ?? 0);
    if (!CODE.test(path)) continue;
    add(`riddles in ${name}`, countRiddles(path, text));
    if (name === "scorers")
      add(
        "constants of scorers without a measured reason",
        [...text.matchAll(CONSTANT)].filter(([, comment]) => !MEASURED.test(comment!)).length,
      );
  }
  return Object.fromEntries(Object.entries(figures).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The recorded figures, lowered to the current ones; new names are added, and those that are gone are left out. */
export const lowered = (recorded: Figures, current: Figures): Figures =>
  Object.fromEntries(Object.entries(current).map(([name, now]) => [name, Math.min(now, recorded[name] ?? now)]));

/** Sentences about figures that rose, or that are not recorded. */
export const risesOf = (recorded: Figures, current: Figures): readonly string[] =>
  Object.entries(current).flatMap(([name, now]) => {
    const before = recorded[name];
    if (before === undefined) return [`"${name}" is not recorded: run \`npm run ratchets\`.`];
    return now > before ? [`"${name}" rose from ${before} to ${now}.`] : [];
  });
