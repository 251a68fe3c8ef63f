import { describe, expect, it } from "vitest";
import { apiServer, embeddings } from "../../scorers/http/apiServer.js";
import { planFolder, sxp } from "../sxp.js";
import { sitting } from "./support/session.js";

/** A query that asks nothing, since no node has text of its own; changes of it ask of the whole node. */
const QUERY = '//POI[text() =~ "museum"]';

describe("Ctrl-C while something is looked for", () => {
  it.each([":whynot /Plan/Day[1]/POI[1]", ":whynot"])("ends %s, and the scorer is no longer asked", async (line) => {
    let leave = (): void => undefined;
    const left = new Promise<void>((resolve) => {
      leave = resolve;
    });
    const { url, seen } = await apiServer((_, response) => {
      response.on("close", leave);
      at.session.interruption.abort();
    });
    const at = sitting({ cwd: planFolder() });
    await at.type(":data plan.xml", `:scorer openai:${url}#m`, QUERY);
    expect(seen).toEqual([]);
    expect(await at.type(line)).toMatch(/Cancelled\.\n$/);
    await left;
    expect([at.codes.at(-1), seen.length]).toEqual([130, 1]);
    // The session goes on.
    expect(await at.type("//Day[2]")).toContain("1 match");
  });
});

it("Ctrl-C while stepping leaves the stepper where it stands; the next step takes the answer", async () => {
  let answer = (): void => undefined;
  const { url, seen } = await apiServer((asked, response) => {
    answer = () => embeddings(asked, response);
    if (seen.length === 1) at.session.interruption.abort();
    else answer();
  });
  const at = sitting({ cwd: planFolder() });
  await at.type(":data plan.xml", `:scorer openai:${url}#m`, ':step //POI[node =~ "museum"]', "n");
  expect(await at.type("n")).toBe("Cancelled.\n");
  expect(at.session.stepping!.stepper.halt.stop!.index).toBe(1);
  answer();
  expect(await at.type("n")).toMatch(/^step 2 {2}#\d+ Relevance/);
});

it(":whynot of a limited run and --why-not say the same", async () => {
  const cwd = planFolder();
  const query = '//POI[node =~ "museum"]';
  const at = sitting({ cwd });
  await at.type(":data plan.xml", ":limit 1", query);
  const said = await at.type(":whynot /Plan/Day[1]/POI[2]");
  const { out } = await sxp(["run", query, "-d", "plan.xml", "-k", "1", "--why-not", "/Plan/Day[1]/POI[2]"], { cwd });
  expect(said).toBe(`${out.slice(out.indexOf("\n\n") + 2)}  :apply runs it\n`);
});

it("what a diagnostic has said about a place is not said again", async () => {
  const at = sitting({ cwd: planFolder() });
  await at.type(":data plan.xml");
  const said = await at.type('//POI[node =~ "garden"][1]');
  expect(said).toContain("SXP3002");
  expect(said).not.toContain("picks by rank because");
  expect(await at.type(":causes")).toContain("picks by rank because");
});
