import { marked } from "marked";
import { expect, it } from "vitest";
import { file } from "./kit.js";

/** What strangers' names and values become in an editor that shows Markdown with everything that is in it, HTML too. */

const PAYLOADS: readonly string[] = [
  "<img src=x onerror=hit()>",
  "`<img src=x onerror=hit()>`",
  "`` ` `` <b onclick=hit()>",
  "[a](javascript:hit())",
  "![b](http://tracker.invalid/b.png)",
  "http://tracker.invalid/",
  "**bold** _it_ ~~no~~",
  "a\n\n<script>hit()</script>",
];
const DATA = JSON.stringify({
  type: "List",
  title: PAYLOADS.join(" "),
  Item: PAYLOADS.map((payload) => ({ name: payload, note: [payload], [payload]: payload })),
  children: PAYLOADS.map((payload) => ({ type: payload, name: payload, title: payload })),
});

/** What may stand in it: the words of this project are in bold, in code, in lists and between rules. */
const OWN = /^<\/?(?:p|ul|li|strong|code|em|hr|pre|br|del)>$/;
const foreign = (markdown: string): string[] => {
  const html = marked.parse(markdown, { async: false });
  return (html.match(/<[^>]*>/g) ?? []).filter((tag) => !OWN.test(tag) && !tag.startsWith("<code class="));
};
const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
const at = (query: string) => file("memory:/q.sxp", query, { "memory:/d.json": DATA }, { data: "memory:/d.json" });

it.each([
  "//Item<|>",
  "//*<|>",
  "//Item[@na<|>me]",
  "//Item/@na<|>me",
  '//Item[node<|> =~ "img"]',
  ...PAYLOADS.filter((payload) => !payload.includes("\n")).flatMap((payload) => [
    `/List/${quoted(payload).replace('"', '"<|>')}`,
    `//Item[@${quoted(payload).replace('"', '"<|>')}]`,
  ]),
])("hovering %s shows words", async (query) => {
  const { service, document, position, panics } = at(query);
  const hover = await service.hover(document, position);
  const { value } = (hover?.contents ?? { value: "" }) as { value: string };
  expect(foreign(value)).toEqual([]);
  expect(panics).toEqual([]);
});

it.each(["//<|>", "//Item[<|>", "//Item/@<|>", '//Item[@name = "<|>', '//Item[node =~ "<|>'])(
  "what is said of the choices at %s is words",
  async (query) => {
    const { service, document, position } = at(query);
    const { items } = service.complete(document, position);
    expect(items.length).toBeGreaterThan(0);
    const said = await Promise.all(items.map((item) => service.resolveCompletion(item)));
    expect(
      said.flatMap(({ documentation }) => (typeof documentation === "object" ? foreign(documentation.value) : [])),
    ).toEqual([]);
  },
);

it.each(["//It<|>em", "//Item[@na<|>me]", 'import schema "memory:/s.js<|>on"; declare query q() := /List;'])(
  "what a schema says is prose: hovering %s",
  async (query) => {
    const documentation = `The \`name\` of *it*. ${PAYLOADS.join(" ")}`;
    const schema = JSON.stringify({
      version: 1,
      documentation,
      roots: ["List"],
      types: {
        List: { children: { Item: {} } },
        Item: { documentation, attributes: { name: { type: "string", documentation, values: PAYLOADS } } },
      },
    });
    const { service, document, position } = file(
      "memory:/q.sxp",
      query,
      { "memory:/s.json": schema },
      { schema: "memory:/s.json" },
    );
    const { value } = (await service.hover(document, position))!.contents as { value: string };
    expect(value).toContain("The `name` of *it*.");
    expect(foreign(value)).toEqual([]);
  },
);
