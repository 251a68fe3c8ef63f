/** Graded queries, and how many node scores each asks for when every stop is asked `atoms` conditions. */
export const WORKLOADS = [
  { name: "filter", text: '//POI[node =~ "quiet museum"]', atoms: 1 },
  { name: "aggregate", text: '/Plan/Day[avg(/POI[node =~ "quiet museum"])]', atoms: 1 },
  {
    name: "nested",
    text:
      '/Plan/Day/POI[min(node =~ "museum", max(node =~ "quiet", 1-node =~ "formal"), ' +
      'avg(node =~ "family", node =~ "outdoor"))]',
    atoms: 5,
  },
];
