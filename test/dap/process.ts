import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { FOR_NODE } from "../support/bundle.js";
import { DapClient } from "./client.js";

const at = (path: string): string => fileURLToPath(new URL(`../../packages/${path}`, import.meta.url));

/** `sxp debug` as one file that node can run, made from the sources: the command line in front of it is the real one. */
export async function bundleCommand(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "sxp-dap-"));
  await build({
    ...FOR_NODE,
    entryPoints: [{ in: at("cli/src/main.ts"), out: "sxp" }],
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    splitting: true,
    // What other commands load has no part here.
    external: [
      "onnxruntime-node",
      "@semantic-xpath/lsp",
      "@semantic-xpath/lsp/*",
      "@semantic-xpath/views",
      "@semantic-xpath/views/*",
    ],
    logLevel: "silent",
  });
  return join(folder, "sxp.mjs");
}

export interface Adapter {
  readonly client: DapClient;
  readonly process: ChildProcess;
  /** Resolves with the exit code. */
  readonly exited: Promise<number | null>;
  /** What was written to standard error. */
  errors(): string;
  /** Bytes as they are, framed or not. */
  write(bytes: string): void;
}

/** Starts the adapter and speaks to it on the wire: headers, lengths, JSON. */
export function startAdapter(command: string, cwd: string, words: readonly string[] = ["debug"]): Adapter {
  const child = spawn(process.execPath, [command, ...words], { cwd, stdio: ["pipe", "pipe", "pipe"] });
  const errors: string[] = [];
  child.stderr.on("data", (piece: Buffer) => errors.push(String(piece)));
  const write = (bytes: string): void => void child.stdin.write(bytes);
  const client = new DapClient({
    send: (message) => write(framed(JSON.stringify(message))),
    close: () => child.stdin.end(),
  });
  let buffered = Buffer.alloc(0);
  child.stdout.on("data", (piece: Buffer) => {
    buffered = Buffer.concat([buffered, piece]);
    for (;;) {
      const header = /^Content-Length: (\d+)\r\n\r\n/.exec(buffered.toString("latin1", 0, 64));
      if (header === null) return;
      const [start, length] = [header[0].length, Number(header[1])];
      if (buffered.length < start + length) return;
      const body = buffered.toString("utf8", start, start + length);
      buffered = buffered.subarray(start + length);
      client.receive(JSON.parse(body));
    }
  });
  const exited = new Promise<number | null>((resolve) => child.once("exit", resolve));
  return { client, process: child, exited, errors: () => errors.join(""), write };
}

export const framed = (text: string): string => `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
