import { createReadStream, existsSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";

const TYPES: Readonly<Record<string, string>> = {
  ".js": "text/javascript",
  ".css": "text/css",
  ".html": "text/html; charset=utf-8",
};

/** Serves a folder on this machine as any server of static files does, with a policy for what its pages may load. */
export async function serveStatic(
  folder: string,
  policy: string | null = null,
): Promise<{ readonly url: string; close(): void }> {
  const server = createServer(({ url }, response) => {
    const { pathname } = new URL(url!, "http://localhost");
    const path = join(folder, pathname === "/" ? "index.html" : pathname);
    if (!existsSync(path)) return response.writeHead(404).end();
    response.setHeader("Content-Type", TYPES[extname(path)] ?? "text/plain");
    if (policy !== null) response.setHeader("Content-Security-Policy", policy);
    createReadStream(path).pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
