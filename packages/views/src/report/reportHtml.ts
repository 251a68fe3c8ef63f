import type { Comparison, RunView } from "@semantic-xpath/inspect";
import type { RunEntry } from "../protocol.js";
import { collect } from "./collect.js";
import { REPORT_LIMITS, type ReportLimits } from "./limits.js";

/** The built script and stylesheet of a report, as text. */
export interface ReportAssets {
  readonly script: string;
  readonly style: string;
}

export interface ReportOptions {
  readonly assets: ReportAssets;
  /** Limits of the page. Default: `REPORT_LIMITS`. */
  readonly limits?: Partial<ReportLimits>;
  /** The view is one of `redacted`: the page says so. */
  readonly redacted?: boolean;
  /** When the run was, in milliseconds since the epoch. Default: now. */
  readonly at?: number;
  /**
   * The command that makes the run again, such as `sxp run '//Day' --data week.xml`: with `--why-not PATH` after it, it is shown
   * if the page lacks an answer.
   */
  readonly command?: string;
  /** Shown under Compare; without it the page has no such tab. */
  readonly comparison?: { readonly before: RunEntry; readonly comparison: Comparison };
}

/**
 * One run as one HTML page: script, stylesheet and data are inside, and nothing is fetched. Its content security policy allows
 * this very script and this very stylesheet, by their hashes, and nothing else. Rejects if the view does, except while
 * a change or the nearest query is looked for: that may need the scorer, and a scorer that fails leaves them out.
 *
 * @example
 * const page = await reportHtml(viewOf(await inspect(query, tree)), { assets: await readReportAssets() });
 */
export async function reportHtml(view: RunView, options: ReportOptions): Promise<string> {
  const run = await collect(
    view,
    { ...REPORT_LIMITS, ...options.limits },
    {
      at: options.at ?? Date.now(),
      isRedacted: options.redacted ?? false,
      comparison: options.comparison ?? null,
      command: options.command ?? null,
    },
  );
  const script = inScript(options.assets.script);
  const style = inStyle(options.assets.style);
  const policy = `default-src 'none'; script-src '${await hashOf(script)}'; style-src '${await hashOf(style)}'; base-uri 'none'; form-action 'none'`;
  return htmlPage({ title: inText(run.entry.title), policy, style }, [
    '<div id="app"></div>',
    "<noscript>This page draws its tables with a script.</noscript>",
    `<script type="application/json" id="run">${jsonInScript(run)}</script>`,
    `<script>${script}</script>`,
  ]);
}

/** Head of a page before its body; title and style as the texts of their elements. */
interface PageHead {
  readonly title: string;
  readonly policy: string;
  readonly style: string;
  /** Further elements. */
  readonly metas?: readonly string[];
}

/** A page that needs nothing else, from the lines of its body. */
export const htmlPage = ({ title, policy, style, metas = [] }: PageHead, body: readonly string[]): string =>
  [
    "<!doctype html>",
    '<html lang="en">',
    "<head>",
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    ...metas,
    '<meta name="color-scheme" content="light dark">',
    `<title>${title} – Semantic XPath</title>`,
    `<style>${style}</style>`,
    "</head>",
    "<body>",
    ...body,
    "</body>",
    "</html>",
    "",
  ].join("\n");

/** No character of data can end the element or start a comment in it. */
const jsonInScript = (value: unknown): string =>
  JSON.stringify(value).replaceAll("<", "\\u003c").replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");

/** In script text these are in strings and patterns only, where a backslash changes nothing. */
const inScript = (script: string): string => script.replace(/<(?=\/script|script|!--)/gi, "\\x3c").trim();

/** A stylesheet as the text of a `style` element, which it can't end. */
export const inStyle = (style: string): string => style.replace(/<(?=\/style)/gi, "\\3c ").trim();

/** Data as the text of an element. */
export const inText = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** A content security policy names an element's text by the hash of its UTF-8. */
export async function hashOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return `sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}`;
}
