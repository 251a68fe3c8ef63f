/**
 * The queries of the paper and its repository in shape, each with an XPath query of the same shape for the peers: a relevance
 * becomes `contains(., …)`, an aggregate over it a predicate with `count` or `exists`.
 */
export const PAPER_QUERIES = [
  { text: "/Plan/Day/POI", xpath: "/Plan/Day/POI" },
  { text: "//POI", xpath: "//POI" },
  { text: "/Plan/Day[2]/POI[1:3]", xpath: "/Plan/Day[2]/POI[position() <= 3]" },
  { text: "(//POI)[5]", xpath: "(//POI)[5]" },
  { text: "/Plan/Day[-1]/Restaurant[-2:]", xpath: "/Plan/Day[last()]/Restaurant[position() >= last() - 1]" },
  { text: '/Plan/Day[@index = "2"]/POI', xpath: '/Plan/Day[@index = "2"]/POI' },
  {
    text: '/Plan/Day/POI[node =~ "quiet museum"]',
    xpath: '/Plan/Day/POI[contains(., "quiet museum")]',
  },
  {
    text: '/Plan/Day/POI[node =~ "lunch"][@-1]',
    xpath: '/Plan/Day/POI[contains(., "lunch")]/preceding-sibling::*[1]',
  },
  {
    text: '/Plan/Day[agg_avg(/POI[node =~ "quiet museum"])]',
    xpath: '/Plan/Day[count(POI[contains(., "quiet museum")])]',
  },
  {
    text: '/Plan/Day[agg_max(//POI[content =~ "museum"])]/Restaurant[node =~ "thai food"]',
    xpath: '/Plan/Day[count(.//POI[contains(text(), "museum")])]/Restaurant[contains(., "thai food")]',
  },
  {
    text:
      '/Plan/Day/POI[min(node =~ "museum", max(node =~ "quiet", 1-node =~ "formal"), ' +
      'avg(node =~ "family", node =~ "outdoor"))]',
    xpath:
      '/Plan/Day/POI[contains(., "museum") and (contains(., "quiet") or not(contains(., "formal"))) and ' +
      '(contains(., "family") or contains(., "outdoor"))]',
  },
  {
    text: '/Plan/Category[node =~ "work"]//Task[min(node =~ "urgent", 1-max(node =~ "done", node =~ "blocked"))][1:3]',
    xpath:
      '/Plan/Category[contains(., "work")]//Task[contains(., "urgent") and ' +
      'not(contains(., "done") or contains(., "blocked"))][position() <= 3]',
  },
];
