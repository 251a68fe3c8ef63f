import { fileName } from "./uris.js";

/** Tests that a file is a suite of `sxp eval`: by its name `*.eval.json`, or by its `$schema`. */
export const isSuite = (uri: string, text: string): boolean =>
  uri.endsWith(".json") && (fileName(uri).endsWith(".eval.json") || SCHEMA.test(text));

const SCHEMA =
  /^\s*\{\s*"\$schema"\s*:\s*"(?:[^"]*[/\\])?(?:suite-schema\.json|sxp-suite\.json|urn:semantic-xpath:suite:1)"/;
