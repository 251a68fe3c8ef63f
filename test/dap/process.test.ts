// @module-tag process
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { anyCharacter } from "../support/characters.js";
import { runs } from "../support/runs.js";
import { PLAN, PLAN_SXP } from "./host.js";
import { type Adapter, bundleCommand, framed, startAdapter } from "./process.js";

let command: string;
beforeAll(async () => {
  command = await bundleCommand();
});

const adapters: Adapter[] = [];
afterEach(() => {
  for (const { process } of adapters.splice(0)) process.kill();
});

function planFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "sxp-debug-"));
  writeFileSync(join(folder, "plan.xml"), PLAN);
  writeFileSync(join(folder, "plan.sxp"), PLAN_SXP);
  return folder;
}

function start(cwd = planFolder(), words?: readonly string[]): Adapter {
  const adapter = startAdapter(command, cwd, words);
  adapters.push(adapter);
  return adapter;
}

const BAD_HEADERS = [
  "Content-Length: -1\r\n\r\n",
  "Content-Length: 1e9\r\n\r\n",
  "Content-Length: 99999999999\r\n\r\n{",
  "Content-Length: 4000\r\n\r\n{}",
  "Content-Length:\r\n\r\n",
  "\r\n\r\n\r\n",
  framed("{"),
  framed('{"type":"request"}'),
];

const ARGUMENTS = { program: "plan.sxp", query: "museums", params: { city: "Ottawa" } };

describe("sxp debug", () => {
  it("debugs a query to its end and exits with 0", { tags: "smoke" }, async () => {
    const cwd = planFolder();
    const { client, exited, errors } = start(cwd, ["debug", "--stdio"]);
    const { stopped } = await client.launch({ ...ARGUMENTS, program: join(cwd, "plan.sxp") }, [{ line: 7 }]);
    expect(stopped.reason).toBe("entry");
    expect((await client.move("continue")).reason).toBe("breakpoint");
    expect((await client.frames())[0]!.name).toBe('[avg(/POI[node =~ "museum"])]');
    expect((await client.move("continue")).reason).toBe("end");
    expect(client.console).toContain("/Plan/Day[1]  Ottawa");
    const terminated = client.next("terminated");
    await client.request("continue", { threadId: 1 });
    await terminated;
    await client.request("disconnect");
    expect(await exited).toBe(0);
    expect(errors()).toBe("");
  });

  it("resolves paths from where it was started, and imports from the file", async () => {
    const { client } = start();
    const { stopped } = await client.launch(ARGUMENTS);
    expect(stopped.reason).toBe("entry");
  });

  it("exits with 0 when the editor closes the stream", async () => {
    const { client, exited } = start();
    await client.launch(ARGUMENTS);
    client.wire.close();
    expect(await exited).toBe(0);
  });

  it("exits with 2 for an option that it does not have", async () => {
    const { exited, errors } = start(undefined, ["debug", "--port", "1"]);
    expect(await exited).toBe(2);
    expect(errors()).toContain("--port");
  });

  it("tells a file that is not there, and waits for the next request", async () => {
    const { client } = start();
    await client.request("initialize", { adapterID: "sxp" });
    const response = await client.ask("launch", { program: "nope.sxp" });
    expect(response.success).toBe(false);
    expect(response.message).toMatch(/^the query can't be read: .*nope\.sxp.*there is no such file/);
    expect((await client.ask("threads")).success).toBe(true);
  });

  it("tells a scorer that there is not, in the words of the command line", async () => {
    const { client } = start();
    await client.request("initialize", { adapterID: "sxp" });
    const response = await client.ask("launch", { ...ARGUMENTS, scorer: "lexcal" });
    expect(response.message).toMatch(/lexcal/);
    expect(response.message).not.toMatch(/^sxp:/);
  });

  it("is not ended by random bytes: what comes behind them is answered", async () => {
    const { client, write, errors, exited } = start();
    await client.launch(ARGUMENTS);
    const noises = fc.sample(
      fc.oneof(fc.string({ unit: anyCharacter, maxLength: 400 }), fc.constantFrom(...BAD_HEADERS)),
      runs(60),
    );
    for (const noise of noises) {
      write(noise);
      expect((await client.ask("threads")).success, JSON.stringify(noise)).toBe(true);
    }
    await client.request("disconnect");
    expect(await exited).toBe(0);
    expect(errors()).toBe("");
  });

  it("takes a message of several megabytes", async () => {
    const { client } = start();
    await client.launch(ARGUMENTS);
    const answer = await client.ask("evaluate", { expression: `@city = "${"é".repeat(2_000_000)}"`, context: "repl" });
    // A query text that long is refused, in few words.
    expect([answer.success, answer.message!.length < 2000]).toEqual([false, true]);
    expect((await client.move("continue")).reason).toBe("end");
  });

  it("exits with 0 when nobody reads any longer", async () => {
    const { client, process, exited } = start();
    await client.launch(ARGUMENTS);
    process.stdout!.destroy();
    for (let i = 0; i < 5; i++) client.wire.send({ seq: 1000 + i, type: "request", command: "threads" });
    client.wire.close();
    expect(await exited).toBe(0);
  });

  it("takes bytes that are no messages, and messages in pieces", async () => {
    const { client, write, exited } = start();
    write(framed("this is no JSON"));
    write(framed("[1, 2]"));
    write(framed("null"));
    write(framed('{"seq": "x", "type": "request", "command": "threads"}'));
    write(framed('{"seq": 1, "type": "event", "event": "é"}'));
    const whole = framed(JSON.stringify({ seq: 77, type: "request", command: "threads" }));
    for (const character of whole) write(character);
    await client.request("initialize", { adapterID: "sxp" });
    await client.request("disconnect");
    expect(await exited).toBe(0);
  });
});
