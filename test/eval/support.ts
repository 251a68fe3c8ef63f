import { type OpenedSuite, openSuite, type SuiteHost } from "@semantic-xpath/eval";
import { parseSchema } from "@semantic-xpath/planner";
import { readTree } from "@semantic-xpath/readers";

export const LIST = `<List>
  <Task id="t1" title="Mow the lawn" status="open" cost="0"/>
  <Task id="t2" title="Paint the fence" status="done" cost="40"/>
  <Task id="t3" title="Repair the roof" status="open" cost="900"/>
  <Group name="Garden"><Task id="t4" title="Plant tulips" status="open" cost="12"/></Group>
</List>`;

/** A host over files in memory. */
export const hostOf = (files: Readonly<Record<string, string>>): SuiteHost => {
  const text = (path: string): string => {
    if (files[path] === undefined) throw new Error("there is no such file");
    return files[path];
  };
  return {
    resolve: (_, path) => path,
    readText: async (path) => text(path),
    openTree: async (path) => ({ tree: readTree(text(path)), digest: text(path) }),
    openMemory: () => Promise.reject(new Error("there are no memories")),
    openSchema: async (path) => ({ schema: parseSchema(text(path)).schema!, digest: text(path) }),
  };
};

export const opened = (suite: object | string, files: Readonly<Record<string, string>> = {}): Promise<OpenedSuite> =>
  openSuite(
    "suite.json",
    hostOf({
      "list.xml": LIST,
      ...files,
      "suite.json": typeof suite === "string" ? suite : JSON.stringify(suite, null, 2),
    }),
  );

export const SUITE = {
  tree: "list.xml",
  domain: "list",
  cases: [
    {
      id: "open",
      request: "what is open?",
      query: '//Task[@status = "open"]',
      include: ["t1", "t3", "/List/Group/Task"],
      exclude: ["t2"],
    },
    { id: "dear", request: "which task costs more than 100?", query: "//Task[@cost > 100]", include: ["t3"] },
    { id: "flowers", request: "tulips", query: '//Task[node =~ "tulips" >= 0.3]', include: ["t4"] },
    { id: "count", request: "how many tasks are there?", query: "count(//Task)", value: 4 },
    {
      id: "talk",
      turns: [
        { request: "what about the roof?", query: '//Task[@title = "Repair the roof"]', include: ["t3"] },
        { request: "that is done", update: 'replace value of node //Task[@id = "t3"]/@status with "done"' },
      ],
    },
  ],
};
