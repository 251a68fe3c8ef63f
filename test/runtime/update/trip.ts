import { parseSchema } from "@semantic-xpath/planner";
import { compileUpdate, type PendingOptions, readXml, type Tree } from "@semantic-xpath/runtime";
import { applyEdits, type TreeNode } from "@semantic-xpath/tree";

/** A plan of two days, and the schema that it is after. */
export const trip: Tree = readXml(`
<Plan city="Tokyo">
  <Day n="1"><POI name="National Museum" cost="12">art and history</POI><POI name="Lake" cost="0">boats</POI></Day>
  <Day n="2"><POI name="Mori Tower" cost="30">a view</POI><Note>pack light</Note></Day>
</Plan>`);

export const { schema } = parseSchema(
  JSON.stringify({
    version: 1,
    roots: ["Plan"],
    types: {
      Plan: { attributes: { city: {} }, children: { Day: { min: 1, max: 3 } } },
      Day: { attributes: { n: { type: "number", required: true } }, children: { POI: {}, Note: { max: 1 } } },
      POI: {
        text: true,
        attributes: { name: { required: true }, cost: { type: "number" }, kind: { values: ["food", "sight"] } },
      },
      Note: { text: true },
    },
  }),
);

/** What an update would change in the trip, or in another tree. */
export async function pending(text: string, options: PendingOptions = {}, tree: Tree = trip) {
  const { update, diagnostics } = compileUpdate(text);
  if (update === undefined) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
  return update.pending(tree, options);
}

/** The tree after an update as XML without white space; the messages where there is none. */
export async function updated(text: string, options: PendingOptions = {}, tree: Tree = trip): Promise<string> {
  const { edits, diagnostics } = await pending(text, options, tree);
  if (diagnostics.length > 0) return diagnostics.map(({ code, message }) => `${code} ${message}`).join("\n");
  return xmlOf(applyEdits(tree, edits).root!);
}

/** The names of the days' places after an update. */
export async function places(text: string, options: PendingOptions = {}): Promise<string> {
  const { edits, diagnostics } = await pending(text, options);
  if (diagnostics.length > 0) return diagnostics.map(({ code, message }) => `${code} ${message}`).join("\n");
  const days = applyEdits(trip, edits).root!.children;
  return days.map(({ children }) => children.map(nameOf).join(" ")).join(" | ");
}

const nameOf = (node: TreeNode): string => (node.attributes.name ?? node.type).split(" ").at(-1)!;

export function xmlOf(node: TreeNode): string {
  const attributes = Object.entries(node.attributes).map(([name, value]) => ` ${name}="${value}"`);
  return `<${node.type}${attributes.join("")}>${node.text}${node.children.map(xmlOf).join("")}</${node.type}>`;
}
