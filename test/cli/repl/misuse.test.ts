import { describe, expect, it } from "vitest";
import { COMMANDS } from "../../../packages/cli/src/repl/commands/table.js";
import { haltLines } from "../../../packages/cli/src/repl/session/halt.js";

import { planFolder } from "../sxp.js";
import { type Sitting, sitting } from "./support/session.js";

async function inPlan(...inputs: readonly string[]): Promise<Sitting> {
  const plan = sitting({ cwd: planFolder() });
  await plan.type(":data plan.xml", ...inputs);
  return plan;
}

describe("a command that takes nothing", () => {
  it.each(COMMANDS.filter(({ usage }) => usage === undefined).map(({ name }) => name))(
    ":%s refuses more",
    async (name) => {
      const { type, codes, session } = await inPlan("//Day", ":step //Day");
      expect(await type(`:${name} 3`)).toBe(`:${name} takes nothing after it, not "3".\n`);
      expect([codes.at(-1), session.isLeaving]).toEqual([2, false]);
    },
  );
});

describe("a command that is not written as it is meant", () => {
  it.each<[string, string]>([
    [":time foo", ":time is on or off, or shows the last run"],
    [":break #3 if", "if needs a condition"],
    [":break #3 from x", "from needs a whole number"],
    [":break #3 from 0", "from needs a whole number"],
    [":break notes from home", "in quotes"],
    ["Day", "Did you mean //Day?"],
    ["Dya", 'There is no query "Dya".'],
  ])("%s", async (line, says) => {
    const { type, codes, session } = await inPlan("//Day");
    expect(await type(line)).toContain(says);
    expect([codes.at(-1), session.breakpoints]).toEqual([2, []]);
  });

  it("sets no breakpoint whose condition can't be read, and leaves the others", async () => {
    const { type, session } = await inPlan(":step //Day/POI", ":break POI");
    expect(await type(":break Day if weight >>")).toContain("Compare weight with a number");
    expect(session.breakpoints.map(({ place }) => place)).toEqual(["POI"]);
    expect(await type("c")).toContain("breakpoint 1");
  });
});

describe("a breakpoint", () => {
  it("may stand at text that begins like the word that removes one", async () => {
    const { type, session } = await inPlan(":break off-peak", ':break "notes from home"');
    expect(session.breakpoints.map(({ place }) => place)).toEqual(["off-peak", "notes from home"]);
    await type(":break off 1");
    expect(session.breakpoints.map(({ place }) => place)).toEqual(["notes from home"]);
  });

  it("says why its condition could not be evaluated", async () => {
    const { session } = await inPlan(":step //Day/POI", "n");
    const { stepper, run } = session.stepping!;
    const lines = haltLines({ ...stepper.halt, problem: "The scorer failed." }, run.source, session.screen);
    expect(lines).toContain("the condition could not be evaluated: The scorer failed.");
  });
});

describe("what is watched", () => {
  it.each<[string, string]>([
    [" @city", '@city  2 values\n  "Ottawa"  /Plan/Day[1]\n  "Kyoto"   /Plan/Day[2]\n'],
    [" count(/POI)", "count(/POI)  2 values\n  2  /Plan/Day[1]\n  1  /Plan/Day[2]\n"],
    [' @city = "Kyoto"', '@city = "Kyoto"  holds for 1 of 2\n  yes  /Plan/Day[2]\n'],
    [" @nothing", "@nothing  0 values on 2 nodes\n"],
    [" name()", 'name()  2 values\n  "Day"  /Plan/Day[1]\n  "Day"  /Plan/Day[2]\n'],
  ])("%s", async (expression, says) => {
    const { type } = await inPlan(":step //Day", "n");
    expect(await type(expression)).toBe(says);
  });

  it("is a score for a relevance, and nodes for a path", async () => {
    const { type } = await inPlan(":step //Day", "n");
    expect(await type(' node =~ "museum"')).toMatch(/2 values\n {2}[01]\.\d\d {2}\/Plan\/Day\[1\]\n/);
    expect(await type("/POI[1]")).toMatch(/2 nodes\n.*1\.00 {2}\/Plan\/Day\[1\]\/POI/);
  });
});

describe("a query in an older form", () => {
  it("is shown in today's, if that leaves no choice", async () => {
    const { type } = await inPlan();
    expect(await type('/Plan/Day[agg_exists(POI[atom(content =~ "park")])]')).toContain(
      'In today\'s form: /Plan/Day[max(/POI[content =~ "park"])]\n',
    );
    expect(await type('/Plan/Day[sem("park")][1]')).not.toContain("today's form");
  });
});
