import { readXml } from "@semantic-xpath/readers";
import { compile } from "@semantic-xpath/runtime";
import { SegmentedTree, TreeBuilder } from "@semantic-xpath/tree";
import { itinerary, itineraryXml } from "../data/itinerary.mjs";
import { randomFrom } from "../data/random.mjs";
import { timeSync } from "../measure/time.mjs";
import { progress } from "../report/progress.mjs";
import { editTable } from "./tables.mjs";

/** One change of a tree that is queried after it: as segments, and by building the tree anew. */
export async function measure({ sizes, effort }) {
  const added = readXml('<POI name="new" travel_method="Walk"/>');
  const { query } = compile('//POI[@travel_method = "Flight"]');
  const records = [];
  for (const size of sizes) {
    progress(`  ${size}`);
    const tree = readXml(itineraryXml(itinerary(size)));
    const version = SegmentedTree.of(tree);
    const shared = new Set(version.segments);
    const random = randomFrom(11);
    const node = () => 2 + Math.floor(random() * (tree.size - 1));
    const parentOf = (at) => (tree.parent[at] === 1 ? at : tree.parent[at]);
    const edits = {
      insert: () => version.insert(added, parentOf(node())),
      remove: () => version.remove(node()),
      "set an attribute": () => version.setAttribute(node(), "travel_method", "Taxi"),
    };
    for (const [edit, apply] of Object.entries(edits)) {
      const copied = apply()
        .segments.filter((segment) => !shared.has(segment))
        .reduce((sum, segment) => sum + segment.size, 0);
      records.push({ size, edit, copied, ...timeSync(apply, effort) });
    }
    const laidOut = () => edits.insert().toTree();
    records.push({ size, edit: "insert, laid out", copied: tree.size, ...timeSync(laidOut, effort) });
    const queried = () => query.select(laidOut());
    records.push({ size, edit: "insert, laid out, queried", copied: tree.size, ...timeSync(queried, effort) });
    const anew = () => query.select(rebuild(tree));
    records.push({ size, edit: "built anew, queried", anew: true, copied: tree.size, ...timeSync(anew, effort) });
  }
  return { records, tables: [editTable(records)] };
}

/** What an edit costs without segments: every node goes through a builder again. */
function rebuild(tree) {
  const builder = new TreeBuilder({ format: "object", spans: false });
  const open = [];
  for (let node = 1; node <= tree.size; node++) {
    while (open.length > 0 && tree.end[open[open.length - 1]] <= node) {
      open.pop();
      builder.close();
    }
    builder.open(tree.typeNames[tree.type[node]]);
    for (const [name, value] of Object.entries(tree.node(node).attributes)) builder.attribute(name, value);
    builder.addText(tree.ownText(node));
    open.push(node);
  }
  return builder.finish();
}
