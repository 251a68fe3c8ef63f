import { Endpoint, problem, serveProtocol } from "./endpoint.js";
import type { HttpOptions, HttpServer } from "./httpOptions.js";
import { withToken } from "./loopback.js";
import type { MemorySession } from "./session.js";

/**
 * Serves a session over streamable HTTP: on the loopback interface only, to anyone who has the token. A web page can't reach it: its `Origin` is refused,
 * and so is a `Host` that is not this machine, as DNS rebinding has it. No header lets another origin read an answer.
 *
 * @throws RangeError for a token that is too short
 */
export async function serveHttp(session: MemorySession, { token, ...options }: HttpOptions): Promise<HttpServer> {
  const isAllowed = withToken(token, problem);
  const endpoint = new Endpoint(session, options);
  return serveProtocol(options, {
    prepare: (app) => app.use(isAllowed),
    handle: (request) => endpoint.handle(request),
    beforeClose: () => endpoint.close(),
  });
}
