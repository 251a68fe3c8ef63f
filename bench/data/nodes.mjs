/** Nested lists as types and parents: `Plan > Category > 10 Project > 10 Task`, about `size` nodes. */
export function todo(size) {
  const nodes = [{ type: "Plan", parent: -1 }];
  const add = (type, parent) => nodes.push({ type, parent }) - 1;
  while (nodes.length < size) {
    const category = add("Category", 0);
    for (let p = 0; p < 10 && nodes.length < size; p++) {
      const project = add("Project", category);
      for (let t = 0; t < 10 && nodes.length < size; t++) add("Task", project);
    }
  }
  return nodes;
}

/** The itinerary in the same form. */
export function itineraryNodes(size) {
  const nodes = [{ type: "Plan", parent: -1 }];
  while (nodes.length < size) {
    const day = nodes.push({ type: "Day", parent: 0 }) - 1;
    for (let k = 0; k < 10 && nodes.length < size; k++) {
      nodes.push({ type: k === 2 || k === 5 || k === 9 ? "Restaurant" : "POI", parent: day });
    }
  }
  return nodes;
}

/** XML of such nodes in document order, each with its number as its name. */
export function nodesXml(nodes) {
  const parts = [];
  const open = [];
  nodes.forEach(({ type, parent }, number) => {
    while (open.length > 0 && open[open.length - 1] !== parent) parts.push(`</${nodes[open.pop()].type}>`);
    parts.push(`<${type} name="n${number}">`);
    open.push(number);
  });
  while (open.length > 0) parts.push(`</${nodes[open.pop()].type}>`);
  return parts.join("");
}
