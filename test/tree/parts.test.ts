import { readXml } from "@semantic-xpath/readers";
import { nodeText, stringValue, type Tree } from "@semantic-xpath/tree";
import { expect, it } from "vitest";

const history = readXml(
  '<Task name="Trip">two days<Version n="1">first<Plan n="9">museum <b>at</b> noon</Plan></Version><Version n="2">second</Version></Task>',
);
const [task, first, plan, second] = [1, 2, 3, 5];

const parted = (tree: Tree): Tree =>
  tree.withParts(
    [
      { node: first, unsearchable: new Map([["Version", new Set(["n"])]]) },
      { node: plan },
      { node: second, unsearchable: new Map([["Version", new Set(["n"])]]) },
    ],
    new Map([["Task", new Set(["name"])]]),
  );

it("a part says nothing about the nodes above it, and is searched by its own rules", () => {
  const tree = parted(history);
  expect(nodeText(tree, task)).toBe("Task\ntwo days");
  expect(nodeText(tree, first)).toBe("Version\nfirst");
  expect(nodeText(tree, plan)).toBe("Plan\nn: 9\nmuseum\nb\nat\nnoon");
  expect(stringValue(tree, task)).toBe("two days");
  expect(stringValue(tree, first)).toBe("first");
  expect(stringValue(tree, plan)).toBe("museum at noon");
  expect(nodeText(history, task)).toContain("Plan\nn: 9\nmuseum");
});

it("parts are left out of mixed content", () => {
  const tree = readXml("<p>one <i>two</i> three <b>four</b></p>").withParts([{ node: 2 }], undefined);
  expect(stringValue(tree, 1)).toBe("one three four");
  expect(nodeText(tree, 1)).toBe("p\none three\nb\nfour");
});
