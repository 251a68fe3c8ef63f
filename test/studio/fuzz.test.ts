import { request } from "node:http";
import { connect } from "node:net";
import { PARAMS, QUESTIONS } from "@semantic-xpath/studio/session";
import fc from "fast-check";
import { expect, it } from "vitest";
import { anyCharacter } from "../support/characters.js";
import { runs } from "../support/runs.js";
import { reader } from "./support/reader.js";
import { served } from "./support/studio.js";

const NAMES = Object.keys(QUESTIONS) as (keyof typeof QUESTIONS)[];

/** Values that parameters have, nearly have, and never have. */
const value = fc.oneof(
  fc.constantFrom<unknown>(
    "trip",
    "zebra",
    "main",
    "q1",
    "v1-1",
    "v1-99",
    "v99-1",
    "//POI",
    "/Memory/Task",
    "results",
    "tree",
  ),
  fc.constantFrom<unknown>(
    "node",
    "constructor",
    "__proto__",
    "a.xml",
    "<a/>",
    "delete node //Day[1]",
    null,
    true,
    -1,
    0,
    1,
    2,
    1e9,
  ),
  fc.constantFrom<unknown>(
    { from: 0, count: 9 },
    { node: 3 },
    { nodes: [1, 2] },
    { path: "/*" },
    { text: "zoo", limit: 3 },
  ),
  fc.constantFrom<unknown>(
    { from: 0, count: 1e12 },
    { node: 1e9 },
    { text: "a".repeat(500), limit: 1 },
    { operatorId: 99 },
  ),
  fc.string(),
  fc.jsonValue(),
);

/** Questions with parameters of the right names more often than not. */
const question = fc.constantFrom(...NAMES).chain((name) => {
  const names = Object.keys(PARAMS[name].shape);
  const params = fc.record(Object.fromEntries(names.map((each) => [each, value])), { requiredKeys: [] });
  return fc.tuple(
    fc.constant(name),
    fc.oneof({ weight: 9, arbitrary: params }, { weight: 1, arbitrary: fc.jsonValue() }),
  );
});

it("every question is answered, or refused in words, whatever its parameters are", async () => {
  const { server, faults } = await served({ conversation: { translator: reader } }, { limits: { burst: 1e9 } });
  await fc.assert(
    fc.asyncProperty(question, async ([name, params]) => {
      const response = await fetch(`${server.url}/ask/${name}`, {
        method: "POST",
        headers: { Authorization: `Bearer ${server.token}`, "Content-Type": "application/json" },
        body: JSON.stringify(params),
      });
      const text = await response.text();
      const answer = JSON.parse(text) as { error?: { message: string; code: string | null } };
      expect(response.status).toBeLessThan(500);
      expect("value" in answer).toBe(response.status === 200);
      if (answer.error !== undefined) expect(answer.error.message).not.toMatch(/\n\s+at |\.ts:\d|undefined|\[object/);
      expect(faults).toEqual([]);
    }),
    { numRuns: runs(2_000, 65) },
  );
});

it("a studio that only reads stays as it is, whatever it is asked", async () => {
  const { server, memory } = await served({ canWrite: false }, { limits: { burst: 1e9 } });
  await fc.assert(
    fc.asyncProperty(question, async ([name, params]) => {
      const response = await fetch(`${server.url}/ask/${name}`, {
        method: "POST",
        headers: { Authorization: `Bearer ${server.token}`, "Content-Type": "application/json" },
        body: JSON.stringify(params),
      });
      await response.text();
      if (QUESTIONS[name].right === "write") expect(response.status).toBe(403);
      expect(memory.tasks().map((task) => task.versions().length)).toEqual([1, 1]);
    }),
    { numRuns: runs(1_000, 75) },
  );
});

const token = fc.stringMatching(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,12}$/);
const header = fc.stringMatching(/^[\x21-\x7e][\x20-\x7e]{0,40}$/);

it("no request without the token gets anything but the page", async () => {
  const { server, faults } = await served();
  const { port } = new URL(server.url);
  const path = fc.oneof(
    fc.constantFrom("/", "/events", "/ask/state", "/ask/update", "/studio.js", "//", "/..", "/ask", "*"),
    fc.webPath().map((each) => `/${each}`),
  );
  const headers = fc.dictionary(
    fc.oneof(
      fc.constantFrom("origin", "host", "authorization", "content-type", "last-event-id", "sec-fetch-site"),
      token,
    ),
    header,
    { maxKeys: 4 },
  );
  const method = fc.constantFrom("GET", "POST", "PUT", "DELETE", "OPTIONS", "HEAD", "PATCH", "TRACE");
  await fc.assert(
    fc.asyncProperty(method, path, headers, async (method, path, headers) => {
      const status = await new Promise<number>((resolve) => {
        try {
          const call = request({ host: "127.0.0.1", port, method, path, headers, agent: false }, (response) => {
            response.resume();
            response.once("close", () => resolve(response.statusCode!));
          });
          call.once("error", () => resolve(0));
          call.end();
        } catch {
          // What Node does not even send.
          resolve(0);
        }
      });
      if (status === 200) expect(["/", "/studio.js"]).toContain(new URL(`http://127.0.0.1${path}`).pathname);
      else expect(status === 0 || (status >= 400 && status < 500)).toBe(true);
      expect(faults).toEqual([]);
    }),
    { numRuns: runs(1_000, 20) },
  );
});

/** What nearly is the body of a question: JSON that is cut, is none, is deep or long, or bytes that are no text. */
const body = fc.oneof(
  fc.jsonValue().map((each) => Buffer.from(JSON.stringify(each))),
  fc.tuple(fc.json(), fc.nat()).map(([json, at]) => Buffer.from(json.slice(0, at % (json.length + 1)))),
  fc.string({ unit: anyCharacter }).map((each) => Buffer.from(`{"query":"${each}"}`)),
  fc.uint8Array({ maxLength: 40 }).map((each) => Buffer.from(each)),
  fc.nat(200_000).map((depth) => Buffer.from(`{"query":${"[".repeat(depth)}`)),
  fc.nat(20_000).map((depth) => Buffer.from(`{"query":${"[".repeat(depth)}${"]".repeat(depth)}}`)),
  fc.nat(3_000).map((length) => Buffer.from(JSON.stringify({ query: `//${"x".repeat(length * 1_000)}` }))),
);

it("whoever has the token gets JSON for any method, path and body: a value, or an error with a code", async () => {
  const { server, faults, memory } = await served(
    { conversation: { translator: reader } },
    { limits: { burst: 1e9, bodyBytes: 1 << 20 } },
  );
  const { port } = new URL(server.url);
  const path = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...NAMES).map((name) => `/ask/${name}`) },
    {
      weight: 1,
      arbitrary: fc.constantFrom("/ask/__proto__", "/ask/toString", "/ask/", "/ask", "/%00", "/%ff", "/ask/a%2fb"),
    },
    { weight: 1, arbitrary: fc.webPath().map((each) => `/${each}`) },
  );
  const method = fc.oneof(
    { weight: 5, arbitrary: fc.constant("POST") },
    { weight: 1, arbitrary: fc.constantFrom("GET", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE") },
  );
  const type = fc.oneof(
    { weight: 8, arbitrary: fc.constant("application/json") },
    {
      weight: 1,
      arbitrary: fc.constantFrom("application/json; charset=utf-16", "text/plain", "application/jsonx", ""),
    },
  );
  const tasks = memory.tasks().map(({ name }) => name);
  await fc.assert(
    fc.asyncProperty(method, path, type, body, async (method, path, type, body) => {
      const headers = {
        authorization: `Bearer ${server.token}`,
        "content-type": type,
        "content-length": body.length,
      };
      const { status, text } = await new Promise<{ status: number; text: string }>((resolve, reject) => {
        const call = request({ host: "127.0.0.1", port, method, path, headers, agent: false }, (response) => {
          const pieces: Buffer[] = [];
          response.on("data", (piece: Buffer) => pieces.push(piece));
          response.once("close", () =>
            resolve({ status: response.statusCode!, text: Buffer.concat(pieces).toString() }),
          );
        });
        // What is too large is refused before it is read: then writing the rest of it fails.
        call.once("error", (error) => (body.length > 1 << 18 ? resolve({ status: 0, text: "" }) : reject(error)));
        call.end(body);
      });
      expect(faults).toEqual([]);
      if (status === 0 || path === "/" || path === "/studio.js") return;
      const answer = JSON.parse(text) as { error?: { code: string | null; message: string } };
      if (status === 200) {
        expect(answer).toHaveProperty("value");
        return;
      }
      expect(status >= 400 && status < 500, `${status} ${text}`).toBe(true);
      expect(answer.error!.code).toMatch(/^SXP\d{4}$/);
      expect(answer.error!.message).not.toMatch(/\n\s+at |\.ts:\d|undefined|\[object/);
    }),
    { numRuns: runs(1_000, 50) },
  );
  expect(memory.tasks().map(({ name }) => name)).toEqual(expect.arrayContaining(tasks));
});

it("bytes that are no HTTP end the connection, and nothing else", async () => {
  const { server, faults, session } = await served();
  const { port } = new URL(server.url);
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 300 }), async (bytes) => {
      await new Promise<void>((resolve) => {
        const socket = connect(Number(port), "127.0.0.1", () => socket.end(bytes));
        socket.on("data", () => undefined);
        socket.on("error", () => undefined);
        socket.once("close", () => resolve());
      });
    }),
    { numRuns: runs(300) },
  );
  expect(faults).toEqual([]);
  expect(await session.ask("state", {})).toMatchObject({ task: "trip" });
});
