import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { StudioEvent } from "@semantic-xpath/studio";
import { httpStudio } from "@semantic-xpath/studio/client";
import { type ServeOptions, serveStudio } from "@semantic-xpath/studio/node";
import { type StudioOptions, StudioSession } from "@semantic-xpath/studio/session";
import { onTestFinished } from "vitest";
import { store } from "../../agents/support/trip.js";

/** A studio over the trip and a list, and the same store as another process would have it. */
export function studio(options: Partial<StudioOptions> = {}) {
  const opened = store();
  const session = new StudioSession({ memory: opened.memory, title: "Trips", ...options });
  onTestFinished(() => session.close());
  const events: StudioEvent[] = [];
  session.listen((event) => events.push(event));
  return { ...opened, session, events };
}

/** A folder with a page. */
export function pageFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "sxp-page-"));
  writeFileSync(join(folder, "index.html"), "<!doctype html><title>Page</title>");
  writeFileSync(join(folder, "studio.js"), "export {};");
  writeFileSync(join(folder, "notes.txt"), "not for pages");
  return folder;
}

/** The same behind a server, with pages that are connected to it. */
export async function served(studioOptions: Partial<StudioOptions> = {}, serveOptions: Partial<ServeOptions> = {}) {
  const opened = studio(studioOptions);
  const faults: unknown[] = [];
  const server = await serveStudio(opened.session, {
    port: 0,
    folder: pageFolder(),
    onFault: (_, error) => faults.push(error),
    ...serveOptions,
  });
  onTestFinished(() => server.close());
  const tab = (fetch = globalThis.fetch) => {
    const events: StudioEvent[] = [];
    let connected = (): void => undefined;
    const ready = new Promise<void>((resolve) => {
      connected = resolve;
    });
    const client = httpStudio({
      origin: server.url,
      token: server.token,
      fetch,
      onConnection: (isThere) => isThere && connected(),
    });
    const end = client.listen((event) => events.push(event));
    onTestFinished(end);
    return { ...client, events, ready, end };
  };
  return { ...opened, server, faults, tab };
}
