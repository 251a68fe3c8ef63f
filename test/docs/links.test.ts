import { existsSync, statSync } from "node:fs";
import { posix } from "node:path";
import { expect, it } from "vitest";
import { ROOT } from "../structure/support/sources.js";
import { DOCUMENTS, documentText, proseOf } from "./blocks.js";

/** The anchor that a heading gets: lower case, punctuation out, spaces to hyphens. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replaceAll(" ", "-");

const anchorsOf = (path: string): Set<string> =>
  new Set([...documentText(path).matchAll(/^#+ (.*)$/gm)].map(([, heading]) => anchorOf(heading!)));

it.each(DOCUMENTS)("every link of %s leads somewhere", (document) => {
  const broken: string[] = [];
  for (const [, target] of proseOf(document).matchAll(/\[[^\]]*\]\(([^)\s]+)\)/g)) {
    if (/^(?:https?:|mailto:)/.test(target!)) continue;
    const [file, anchor] = target!.split("#");
    const path = file === "" ? document : posix.normalize(posix.join(posix.dirname(document), file!));
    if (!existsSync(`${ROOT}/${path}`)) broken.push(target!);
    else if (anchor !== undefined && !(statSync(`${ROOT}/${path}`).isFile() && anchorsOf(path).has(anchor)))
      broken.push(target!);
  }
  expect(broken).toEqual([]);
});
