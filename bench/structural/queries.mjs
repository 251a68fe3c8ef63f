/** The structural queries, with what each is about. */
export const QUERIES = {
  child: "/Plan/Day/POI",
  descendant: "//POI",
  attribute: '//POI[@travel_method="Walk"]',
  position: "/Plan/Day[2]/POI[1:3]",
  first: "/Plan/Day/POI[1]",
  last: "/Plan/Day/POI[-1]",
  global: "(//POI)[5]",
};

/** How many results each has, counted in the data itself. */
export function expectedCounts(days) {
  const stops = days.map(({ stops }) => stops.filter(({ type }) => type === "POI"));
  const all = stops.flat();
  return {
    child: all.length,
    descendant: all.length,
    attribute: all.filter(({ travel_method }) => travel_method === "Walk").length,
    position: Math.min(3, stops[1]?.length ?? 0),
    first: stops.filter(({ length }) => length > 0).length,
    last: stops.filter(({ length }) => length > 0).length,
    global: all.length >= 5 ? 1 : 0,
  };
}
