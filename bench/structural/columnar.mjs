/**
 * What plain loops over the columns of our own tree take for the same results as a fresh array of ids: a limit for what an
 * engine in JavaScript can reach on this layout, without a plan, a check or a call in between.
 */
export function columnarQueries(tree) {
  const plan = tree.typeId("Plan");
  const day = tree.typeId("Day");
  const poi = tree.typeId("POI");
  const { type, parent, end, postings } = tree;
  const stops = postings[poi];
  const out = new Int32Array(stops.length);
  const travel = tree.columns[tree.attributeId("travel_method")][poi].values;
  const walk = valueId(tree, "Walk");
  const eachDay = (stopOf) => {
    let found = 0;
    for (const node of postings[day]) {
      const stop = type[parent[node]] === plan ? stopOf(node + 1, end[node]) : -1;
      if (stop >= 0) out[found++] = stop;
    }
    return out.slice(0, found);
  };
  return {
    child: () => {
      let found = 0;
      for (let i = 0; i < stops.length; i++) {
        const above = parent[stops[i]];
        if (type[above] === day && type[parent[above]] === plan) out[found++] = stops[i];
      }
      return out.slice(0, found);
    },
    descendant: () => stops.slice(),
    attribute: () => {
      let found = 0;
      for (let i = 0; i < stops.length; i++) if (travel[i] === walk) out[found++] = stops[i];
      return out.slice(0, found);
    },
    position: () => {
      const root = 1;
      let second = root + 1;
      for (let seen = 0; second < end[root]; second = end[second]) if (type[second] === day && ++seen === 2) break;
      let found = 0;
      for (let node = second + 1; node < end[second] && found < 3; node = end[node]) {
        if (type[node] === poi) out[found++] = node;
      }
      return out.slice(0, found);
    },
    first: () =>
      eachDay((from, to) => {
        for (let node = from; node < to; node = end[node]) if (type[node] === poi) return node;
        return -1;
      }),
    last: () =>
      eachDay((from, to) => {
        let last = -1;
        for (let node = from; node < to; node = end[node]) if (type[node] === poi) last = node;
        return last;
      }),
    global: () => stops.slice(4, 5),
  };
}

function valueId(tree, text) {
  for (let id = 0; id < tree.values.size; id++) if (tree.values.equals(id, text)) return id;
  return -1;
}
