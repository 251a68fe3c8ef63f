import {
  type Diagnostic,
  diagnose,
  type Element,
  type ElementText,
  type Enclosed,
  print,
  type Value,
} from "@semantic-xpath/parser";
import type { NodeData } from "@semantic-xpath/tree";
import { type PartRun, runPart, textOfValue } from "./runPart.js";

/** The node that an element constructor makes, its values computed. What has no value is added to the diagnostics. */
export async function elementData(run: PartRun, element: Element, diagnostics: Diagnostic[]): Promise<NodeData> {
  const attributes: [string, string][] = [];
  for (const { name, value } of element.attributes)
    attributes.push([name.text, (await textsOf(run, value, diagnostics)).join("")]);
  const children: NodeData[] = [];
  const content: (string | number)[] = [];
  for (const part of element.content) {
    if (part.kind === "Element") content.push(children.push(await elementData(run, part, diagnostics)) - 1);
    else content.push(...(await textsOf(run, [part], diagnostics)));
  }
  const isText = children.length === 0;
  return {
    type: element.name.kind === "Name" ? element.name.text : "",
    ...(attributes.length === 0 ? {} : { attributes: Object.fromEntries(attributes) }),
    ...(isText && content.length > 0 ? { text: content.join("") } : {}),
    ...(isText ? {} : { children }),
    ...(isText || children.length === content.length ? {} : { content }),
  };
}

async function textsOf(
  run: PartRun,
  parts: readonly (ElementText | Enclosed)[],
  diagnostics: Diagnostic[],
): Promise<string[]> {
  const texts: string[] = [];
  for (const part of parts) {
    if (part.kind === "ElementText") texts.push(part.value);
    else if (part.value.kind !== "Missing") texts.push((await computed(run, part.value, diagnostics)) ?? "");
  }
  return texts;
}

/** The text of a value; null without a value, which is reported. */
export async function computed(run: PartRun, value: Value, diagnostics: Diagnostic[]): Promise<string | null> {
  const text = textOfValue((await runPart(run, value)).value);
  if (text !== null) return text;
  diagnostics.push(
    diagnose("SXP4049", value.span, { text: print(value), problem: "has no value: its path leads to nothing" }),
  );
  return null;
}
