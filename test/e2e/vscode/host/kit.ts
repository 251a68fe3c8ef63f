import * as assert from "node:assert/strict";
import { renameSync, writeFileSync } from "node:fs";
import { type Position, type TextDocument, type TextEditor, Uri, window, workspace } from "vscode";

/** Tests that run inside the extension host, where `vscode` is the real one. What they find goes as JSON to whoever started VS Code. */

export interface HostResult {
  readonly name: string;
  readonly milliseconds: number;
  /** null: it passed. */
  readonly problem: string | null;
}

interface HostTest {
  readonly name: string;
  readonly body: () => Promise<void> | void;
}

const tests: HostTest[] = [];
const PATIENCE = Number(process.env.SXP_E2E_PATIENCE ?? 30_000);
const LONGEST = 4 * PATIENCE;

export function test(name: string, body: () => Promise<void> | void): void {
  tests.push({ name, body });
}

export { assert };

/** Runs all of them in order, each whatever the others did. */
export async function runTests(): Promise<void> {
  const results: HostResult[] = [];
  for (const { name, body } of tests) {
    const began = performance.now();
    const problem = await Promise.race([passes(body), late()]);
    results.push({ name, milliseconds: Math.round(performance.now() - began), problem });
  }
  const file = process.env.SXP_HOST_RESULTS!;
  writeFileSync(`${file}.part`, JSON.stringify(results));
  renameSync(`${file}.part`, file);
}

async function passes(body: HostTest["body"]): Promise<string | null> {
  try {
    await body();
    return null;
  } catch (error) {
    return error instanceof Error ? (error.stack ?? error.message) : String(error);
  }
}

const late = (): Promise<string> =>
  new Promise((done) => setTimeout(() => done(`no end within ${LONGEST / 1000} s`), LONGEST));

/** Asks again until the answer is as wanted: what a server finds comes when it comes. A question that fails is asked again too. */
export async function eventually<T>(ask: () => Promise<T> | T, isWanted: (answer: T) => boolean): Promise<T> {
  const until = performance.now() + PATIENCE;
  for (;;) {
    let last: string | undefined;
    try {
      const answer = await ask();
      if (isWanted(answer)) return answer;
      last = JSON.stringify(answer)?.slice(0, 2000);
    } catch (error) {
      last = String(error);
    }
    if (performance.now() > until) throw new Error(`never as wanted; at last ${last}`);
    await new Promise((done) => setTimeout(done, 50));
  }
}

/** A file of the folder that is open. */
export const uriOf = (file: string): Uri => Uri.joinPath(workspace.workspaceFolders![0]!.uri, file);

export async function open(file: string): Promise<{ document: TextDocument; editor: TextEditor }> {
  const document = await workspace.openTextDocument(uriOf(file));
  return { document, editor: await window.showTextDocument(document) };
}

/** A new file of the folder with this text, where `<|>` marks a place. */
export async function openText(file: string, marked: string): Promise<{ document: TextDocument; at: Position }> {
  const [before, after = ""] = marked.split("<|>") as [string, string?];
  await workspace.fs.writeFile(uriOf(file), new TextEncoder().encode(before + after));
  const { document } = await open(file);
  return { document, at: document.positionAt(before.length) };
}

/** Where `<|>` is in a part of a document's text. */
export function placeIn(document: TextDocument, marked: string): Position {
  const [before, after] = marked.split("<|>") as [string, string];
  const found = document.getText().indexOf(before + after);
  assert.notEqual(found, -1, `the document has no ${before}${after}`);
  return document.positionAt(found + before.length);
}
