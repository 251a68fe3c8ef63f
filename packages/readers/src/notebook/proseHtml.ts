import { micromark } from "micromark";
import { gfm, gfmHtml } from "micromark-extension-gfm";
import { bounds } from "../markdown/bounds.js";

/** Markdown as HTML for a page of its own. Its tags are shown as text, and no link of it runs a script. */
export const proseHtml = (text: string): string =>
  micromark(text, { extensions: [gfm(), bounds], htmlExtensions: [gfmHtml()] });
