/** The structural queries in XPath. */
export const XPATH = {
  child: "/Plan/Day/POI",
  descendant: "//POI",
  attribute: "//POI[@travel_method='Walk']",
  position: "/Plan/Day[2]/POI[position() <= 3]",
  first: "/Plan/Day/POI[1]",
  last: "/Plan/Day/POI[last()]",
  global: "(//POI)[5]",
};
