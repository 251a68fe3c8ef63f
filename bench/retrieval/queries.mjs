/** What is asked, with `$q` for the question; `main` ones are asked of every scorer. */
export const QUERIES = [
  { finds: "Turn", main: true, text: "//Turn[node =~ $q]" },
  { finds: "Turn", main: false, text: "//Session[node =~ $q]/Turn[node =~ $q]" },
  { finds: "Turn", main: false, text: "//Session[avg(/Turn[node =~ $q][1:3])]/Turn[node =~ $q]" },
  {
    finds: "Turn",
    main: false,
    text: "//Session[avg(max(/Turn[node =~ $q]), node =~ $q)]/Turn[node =~ $q]",
  },
  {
    finds: "Turn",
    main: false,
    text: "//Turn[avg(node =~ $q, node =~ $q, max(/following-sibling::Turn[1:2][node =~ $q]))]",
  },
  { finds: "Session", main: true, text: "//Session[max(/Turn[node =~ $q])]" },
  { finds: "Session", main: false, text: "//Session[node =~ $q]" },
  { finds: "Session", main: false, text: "//Session[avg(/Turn[node =~ $q][1:2])]" },
  { finds: "Session", main: false, text: "//Session[avg(/Turn[node =~ $q][1:3])]" },
  { finds: "Session", main: false, text: "//Session[avg(max(/Turn[node =~ $q]), node =~ $q)]" },
  { finds: "Session", main: false, text: "//Session[gmean(max(/Turn[node =~ $q]), node =~ $q)]" },
  { finds: "Session", main: false, text: "//Session[product(max(/Turn[node =~ $q]), avg(/Turn[node =~ $q][1:3]))]" },
];
