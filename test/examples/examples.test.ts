import { existsSync, readFileSync } from "node:fs";
import { parseSchema, type Schema } from "@semantic-xpath/planner";
import { type ArgumentValue, compile, readTree, type Tree, validate } from "@semantic-xpath/runtime";
import { describe, expect, it } from "vitest";

const FOLDER = new URL("../../examples/", import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, FOLDER), "utf8");

/** Arguments for the queries that have parameters. */
const ARGUMENTS: Readonly<Record<string, Readonly<Record<string, ArgumentValue>>>> = {
  day_with: { wish: "lake by bicycle" },
  day_plan: { n: 4 },
  first_choices: { who: "Ana" },
  vegetarian_days: { from: 2, to: 3 },
  overdue: { today: "2026-09-20" },
  tasks_of_best_project: { topic: "garden" },
  task_by_id: { id: "t07" },
  project_of: { id: "t07" },
  earlier_tasks: { id: "t07", n: 2 },
  waiting_throughout: { what: "waiting" },
  category_for: { topic: "garden" },
};

/** Queries that find nothing, which is the point of them. */
const EMPTY = new Set(["nut_alarm", "meat_alarm"]);

const EXAMPLES = [
  ["itinerary", "xml"],
  ["todo", "xml"],
  ["mealplan", "json"],
] as const;

describe.each(EXAMPLES)("examples/%s", (name, format) => {
  const parsed = parseSchema(read(`${name}/${name}.schema.json`));
  const schema: Schema = parsed.schema!;
  const tree: Tree = readTree(read(`${name}/${name}.${format}`));
  const module = compile(read(`${name}/${name}.sxp`), { schema });
  const names = Object.keys(module.queries);

  it("has a schema without mistakes", () => expect(parsed.diagnostics).toEqual([]));

  it("has data that fits its schema", () => expect(validate(tree, schema)).toEqual([]));

  it("imports files that exist", () => {
    expect(module.imports).toHaveLength(2);
    for (const { path } of module.imports)
      expect(existsSync(new URL(`${name}/${(path as { value: string }).value}`, FOLDER))).toBe(true);
  });

  it("has a module without errors or warnings, and hints only where its comment says so", () => {
    const text = read(`${name}/${name}.sxp`);
    for (const { code, severity, message, span } of module.diagnostics) {
      expect(`${severity} ${code}`, message).toBe("hint SXP3002");
      const comment = text.slice(0, span.start).split("(:").at(-1)!.split(":)")[0]!;
      expect(comment, `${code} at ${span.start}`).toMatch(/\brank|\bbest|\bmost|\bfirst|\btop/i);
    }
  });

  it("has a good dozen of queries or more, as many as its README says", () => {
    expect(names.length).toBeGreaterThanOrEqual(12);
    const row = read("README.md")
      .split("\n")
      .find((line) => line.includes(`(${name}/)`))!;
    expect(Number(row.split("|").at(-2))).toBe(names.length);
  });

  it.each(names)("%s finds something, with paths that find it again", async (query) => {
    const compiled = module.queries[query]!;
    const parameters = compiled.plan.parameters.map((parameter) => parameter.name);
    const params = ARGUMENTS[query] ?? {};
    expect(Object.keys(params).sort()).toEqual([...parameters].sort());
    const { matches, stats } = await compiled.run(tree, { params });
    if (EMPTY.has(query)) expect(stats.empty).not.toBeNull();
    else expect(matches.length).toBeGreaterThan(0);
    for (const { path, id } of matches.slice(0, 3)) {
      const again = await compile(path, { schema }).query!.run(tree);
      expect(
        again.matches.map((match) => match.id),
        path,
      ).toEqual([id]);
    }
  });
});

it("the query of the paper gives day 4 first", async () => {
  const tree = readTree(read("itinerary/itinerary.xml"));
  for (const text of [
    '//Day[avg(/POI[node ≈ "conference sessions"])]',
    '/Itinerary/Day[agg_avg(/POI[node =~ "conference sessions"])]',
  ]) {
    const { matches } = await compile(text).query!.run(tree);
    expect(matches[0]!.path).toBe("/Itinerary/Day[4]");
  }
});
