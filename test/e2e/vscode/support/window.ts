import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterEach } from "vitest";
import { CHROMIUM_ARGUMENTS } from "../../../support/chromium.js";
import { describeWindow } from "./describe.js";
import { isDone } from "./palette.js";
import { type ServerOptions, startServer } from "./server.js";
import { PATIENCE } from "./until.js";

const at = (path: string): string => fileURLToPath(new URL(`../../../../${path}`, import.meta.url));

/** Where pictures and logs of a window or a report go: those of files that run once more are elsewhere, so that the first failure can still be seen. */
export function artifactsOf(name: string): { readonly path: string; readonly shown: string } {
  const shown = join("test-artifacts/vscode", process.env.SXP_E2E_PASS ?? "", name);
  return { path: at(shown), shown };
}

export interface WindowOptions {
  /** `examples`: a copy of the examples. `empty`: a new folder. */
  readonly folder?: "examples" | "empty";
  /** Opens a workspace of these folders instead: paths from that folder, or URIs. */
  readonly roots?: readonly string[];
  /** Nothing but what VS Code has itself. */
  readonly isBare?: boolean;
  readonly settings?: ServerOptions["settings"];
  readonly isTrusting?: boolean;
  /** What the window is told in its address: see `extensionHost.ts`. */
  readonly payload?: (at: { host: string; extensions: string }) => readonly (readonly [string, string])[];
  /** More variables for the server and the extension host. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly size?: { readonly width: number; readonly height: number };
}

/** A window of a real VS Code on a folder of its own. */
export interface VsCode {
  readonly page: Page;
  /** The folder that is open, or in which the open ones lie. */
  readonly folder: string;
  /** Hosts outside this machine that something in the window asked for. */
  readonly foreign: ReadonlySet<string>;
  /** Errors that the window or a view in it reported. */
  readonly errors: readonly string[];
  read(file: string): string;
  write(file: string, text: string): void;
  /** Keeps a picture of the window, and says where. A picture that can't be taken fails no test. */
  shot(step: string): Promise<string>;
  close(): Promise<void>;
}

/** Starts everything from nothing: a profile, a server, a browser, a window. `name` is that of the folder of its logs and pictures. */
export async function openVsCode(name: string, options: WindowOptions = {}): Promise<VsCode> {
  const temporary = mkdtempSync(join(tmpdir(), "sxp-e2e-"));
  const { path: artifacts, shown: place } = artifactsOf(name);
  rmSync(artifacts, { recursive: true, force: true });
  mkdirSync(artifacts, { recursive: true });
  const folder = join(temporary, options.folder === "empty" ? "my-memory" : "examples");
  if (options.folder === "empty") mkdirSync(folder);
  else cpSync(at("examples"), folder, { recursive: true, filter: (path) => !path.endsWith("node_modules") });

  const profile = join(temporary, "profile");
  const server = await startServer({
    profile,
    environment: options.environment ?? {},
    log: join(artifacts, "server.log"),
    extensions: options.isBare === true ? null : process.env.SXP_E2E_EXTENSIONS!,
    settings: options.settings ?? {},
    isTrusting: options.isTrusting ?? true,
  });
  const browser = await startBrowser();
  const close = async (): Promise<void> => {
    await browser.close().catch(() => undefined);
    await server.close();
    // What can't be removed is in the folder of temporary files, and is no failure of a test.
    await rm(temporary, { recursive: true, force: true, maxRetries: 5 }).catch(() => undefined);
  };
  let page: Page | undefined;
  try {
    const { foreign, errors, ...opened } = await openPage(
      browser,
      server.url,
      join(artifacts, "console.log"),
      options.size,
    );
    page = opened.page;
    const address = new URL(server.url);
    if (options.roots === undefined) address.searchParams.set("folder", folder);
    else address.searchParams.set("workspace", writeWorkspace(temporary, folder, options.roots));
    const payload = options.payload?.({ host: address.host, extensions: join(profile, "extensions") });
    if (payload !== undefined) address.searchParams.set("payload", JSON.stringify(payload));
    await page.goto(address.href, { waitUntil: "domcontentloaded" });
    await page.locator(".monaco-workbench").waitFor({ timeout: 60_000 });
    if (options.roots !== undefined) await foldersAreThere(page, options.roots);
    let shots = 0;
    const shot = async (step: string): Promise<string> => {
      const file = `${String(++shots).padStart(2, "0")}-${step.replace(/\W+/g, "-")}.png`;
      const isTaken = await isDone(opened.page.screenshot({ path: join(artifacts, file), timeout: 20_000 }));
      return isTaken ? join(place, file) : "none could be taken";
    };
    return {
      page,
      folder,
      foreign,
      errors,
      read: (file) => readFileSync(join(folder, file), "utf8"),
      write(file, text) {
        mkdirSync(dirname(join(folder, file)), { recursive: true });
        writeFileSync(join(folder, file), text);
      },
      shot,
      close,
    };
  } catch (error) {
    if (page !== undefined && error instanceof Error) error.message += `\n${await describeWindow(page)}`;
    await close();
    throw error;
  }
}

/** A window that reads its workspace file before there is a file system stays without folders: it is loaded anew. */
async function foldersAreThere(page: Page, roots: readonly string[]): Promise<void> {
  const row = page
    .locator(".explorer-folders-view .monaco-list-row")
    .filter({ hasText: rootName(roots[0]!) })
    .first();
  const isThere = (patience: number) =>
    row.waitFor({ timeout: patience }).then(
      () => true,
      () => false,
    );
  for (let tries = 0; tries < 3; tries++) {
    if (await isThere(12_000)) return;
    await page.reload({ waitUntil: "domcontentloaded" });
  }
  await row.waitFor();
}

/** A folder of the examples by its name, one of another file system by its scheme. */
const rootName = (root: string): string => root.replace(/:.*/, "");

function writeWorkspace(place: string, folder: string, roots: readonly string[]): string {
  const file = join(place, "memory.code-workspace");
  const folders = roots.map((root) =>
    /^[a-z]+:/.test(root) ? { uri: root, name: rootName(root) } : { path: join(folder, root) },
  );
  writeFileSync(file, JSON.stringify({ folders }));
  return file;
}

/**
 * Where a test fails, a picture of the window, and in the error what the window showed: a log alone has to do. What closes the window
 * must be registered before.
 */
export function picturesOfFailures(vscode: () => VsCode | undefined): void {
  afterEach(async ({ task }) => {
    const [error] = task.result?.state === "fail" ? (task.result.errors ?? []) : [];
    const shown = vscode();
    if (error === undefined || shown === undefined) return;
    error.message += `\n${await describeWindow(shown.page)}\n  picture: ${await shown.shot(`FAILED ${task.name}`)}`;
  });
}

export function startBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.SXP_E2E_CHROMIUM!,
    headless: true,
    args: [...CHROMIUM_ARGUMENTS],
  });
}

async function openPage(browser: Browser, url: string, log: string, size = { width: 1280, height: 800 }) {
  const context = await browser.newContext({ viewport: size, locale: "en-US", reducedMotion: "reduce" });
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: url });
  const foreign = new Set<string>();
  const errors: string[] = [];
  await context.route(
    (to) => /^https?:$/.test(to.protocol) && to.hostname !== "127.0.0.1",
    (route) => {
      foreign.add(new URL(route.request().url()).hostname);
      return route.abort();
    },
  );
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  page.on("console", (message) => appendFileSync(log, `${message.type()}: ${message.text()}\n`));
  page.on("pageerror", (error) => {
    if (!isOfClosing(error)) errors.push(error.message);
    appendFileSync(log, `pageerror: ${error.stack ?? error.message}\n`);
  });
  return { page, foreign, errors };
}

/** What VS Code itself reports where something was closed while it was being made, as on a slow machine: an error of its own scripts. */
const isOfClosing = ({ message, stack = "" }: Error): boolean =>
  /^Canceled(?:: Canceled)?$|\bdisposed\b/.test(message) && !stack.includes("panel.js");
