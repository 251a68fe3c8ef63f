/** Tags place a test; a file declares its tags with a line `// @module-tag NAME`. */
export const TAGS = [
  { name: "process", description: "Starts a process, or bundles code: in `npm run test:more`." },
  { name: "page", description: "Opens a page in Chromium: in `npm run test:more`." },
  { name: "slow", description: "Takes half a second or more of the processor: in `npm run test:more`." },
  { name: "smoke", description: "The first test of a process or page: in `npm test` as well." },
];

/** Tests of `npm test`. */
export const FAST = "smoke or not (process or page or slow)";

/** Tests that `npm run test:more` runs of a file without laws. */
export const TAGGED = "process or page or slow or smoke";

/** True for a file with laws, whose number of cases depends on the command. */
export const hasLaws = (text: string): boolean => /from "fast-check"|support\/runs\.js"/.test(text);

const MODULE_TAG = /^\/\/ @module-tag ([\w-]+)$/gm;

/** The tags that a file of tests declares for all of its tests. */
export const moduleTags = (text: string): readonly string[] => [...text.matchAll(MODULE_TAG)].map(([, name]) => name!);

/** A line of a file whose tests each go on from the ones before: they run together. */
const IN_SEQUENCE = /^\/\/ @in-sequence$/m;

/** True for a file of which `npm run test:more` runs the tests with a tag, since `npm test` has run all others as they are. */
export const runsTaggedOnly = (text: string): boolean =>
  !hasLaws(text) && moduleTags(text).length === 0 && !IN_SEQUENCE.test(text);

/** True if `npm test` runs tests of a file; one whose tests are all elsewhere is not even loaded. */
export const hasFastTests = (text: string): boolean => moduleTags(text).length === 0 || /\btags: "smoke"/.test(text);
