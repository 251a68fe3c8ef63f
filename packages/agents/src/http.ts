import { Endpoint, MIB, problem, serveProtocol } from "./endpoint.js";
import { CONNECTION_LIMITS, type HttpOptions, type HttpServer } from "./httpOptions.js";
import { listenOnLoopback, loopbackApp, withToken } from "./loopback.js";
import type { MemorySession } from "./session.js";

/**
 * Serves a session over streamable HTTP: on the loopback interface only, to anyone who has the token. A web page can't reach it: its `Origin` is refused,
 * and so is a `Host` that is not this machine, as DNS rebinding has it. No header lets another origin read an answer.
 *
 * @throws RangeError for a token that is too short
 */
export async function serveHttp(session: MemorySession, options: HttpOptions): Promise<HttpServer> {
  const { token, allowedOrigins = [], maxBodyBytes = MIB } = options;
  const endpoint = new Endpoint(session, options);
  const app = loopbackApp((origin) => allowedOrigins.includes(origin), problem);
  app.use(withToken(token, problem));
  serveProtocol(app, maxBodyBytes, (request) => endpoint.handle(request));
  const { port, close } = await listenOnLoopback(options.port, app, { ...CONNECTION_LIMITS, ...options });
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    close: async () => {
      await endpoint.close();
      await close();
    },
  };
}
