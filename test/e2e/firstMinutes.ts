/** Commands of a new user in an empty folder, in this order: the words, a part of the answer, the exit code. */
export const FIRST_MINUTES: readonly (readonly [words: readonly string[], answer: string | RegExp, code?: number])[] = [
  [["--version"], /^\d+\.\d+\.\d+\n/],
  [["help"], "finds nodes in trees by path, position and meaning"],
  [["help", "run"], "QUERY|FILE.sxp"],
  [["help", "SXP2001"], "SXP2001  error: Unknown node type"],
  [["demo"], "flat search, and a scoped one"],
  [["run", '//Book[node =~ "sourdough bread"]', "--data", "shelf.xml"], "/Shelf/Book[2]  Bread at home"],
  [["run", "//Book[@year >= 2000]/@title", "--data", "shelf.xml", "-f", "json"], '"value":"Bread at home"'],
  [["run", "count(//Book)", "--data", "shelf.xml", "-f", "values"], /^2\n/],
  [["run", '//entries[node =~ "pests on the beans"]', "--data", "notes.json", "-f", "paths"], "\t/root/entries[2]\n"],
  [["run", "//Bok", "--data", "shelf.xml"], 'The nearest that it has: "Book"'],
  [["run", "//Book[", "--data", "shelf.xml"], "SXP1004", 1],
  [["run", "//Book"], "--data", 2],
  [["run", "//Book", "--data", "nowhere.xml"], "nowhere.xml", 3],
  [["run", '//Book[node =~ "bread"]', "--data", "shelf.xml", "--why", "/Shelf/Book[2]"], "The weight is the score of"],
  [["run", '//Book[node =~ "bread"]', "--data", "shelf.xml", "--why-not", "/Shelf/Book[1]"], "Its weight is 0"],
  [["run", '//Book[node =~ "bread"]', "--data", "shelf.xml", "--report", "r.html"], /r\.html: \d+ KB/],
  [["schema", "infer", "shelf.xml", "-o", "shelf.schema.json"], /^/],
  [["check", "//Book[@yaer = 1999]", "--schema", "shelf.schema.json"], 'Did you mean "year"?', 1],
  [
    ["ask", "which books are from 1999?", "--data", "shelf.xml", "--schema", "shelf.schema.json"],
    "//Book[@year = 1999]",
  ],
  [["explain", '//Book[node =~ "bread"]', "--data", "shelf.xml"], 'Relevance node =~ "bread"'],
  [["compare", "//Book", "//Book[@year > 2000]", "--data", "shelf.xml"], "Changed: the query."],
  [["migrate", "/Day[2]/desc::POI"], "/Day[2]//POI"],
  [["convert", "shelf.xml", "--to", "json"], '"type": "Shelf"'],
  [["emit", "--target", "prompt", "--schema", "shelf.schema.json"], "Book @title @year:number"],
  [["memory", "init", "books"], "made an empty memory in books"],
  [["memory", "create", "books", "shelf", "--data", "shelf.xml"], "made shelf: version 1, 3 nodes"],
  [
    ["memory", "update", "books", "shelf", "delete node //Book[1]", "--author", "ada"],
    "shelf: version 2, on version 1",
  ],
  [["memory", "log", "books", "shelf"], "- deleted Book The long walk from Shelf"],
  [["memory", "query", "books", '/Memory/Task[@name = "shelf"]/Version[2]//Book/@title'], "Bread at home"],
  [["memory", "revert", "books", "shelf", "2"], "added Book The long walk to Shelf"],
  [["memory", "doctor", "books"], "whole: 1 task, 3 versions"],
];
export const SHELF = `<Shelf>
  <Book title="The long walk" year="1999">Hiking through deserts and mountains.</Book>
  <Book title="Bread at home" year="2012">Sourdough, rye, and patience.</Book>
</Shelf>
`;
export const NOTES = `{ "entries": [
    { "date": "2026-04-02", "text": "Sowed tomatoes and basil on the window sill." },
    { "date": "2026-07-20", "text": "Aphids on the beans; sprayed soap water.", "tags": ["pests", "beans"] }
] }
`;
