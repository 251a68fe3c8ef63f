import { createRequire } from "node:module";

interface SaxonXPath {
  evaluate(xpath: string): unknown;
}

/** The XPath processor of saxon-js, which has no declarations. */
export const loadSaxon = (): SaxonXPath => {
  const { XPath } = createRequire(import.meta.url)("saxon-js") as { readonly XPath: SaxonXPath };
  return XPath;
};
