import { expect, test } from "vitest";
import { checkText, parameter } from "./marked.js";

const unused = (text: string) =>
  checkText(text, null, [parameter("topic", "string"), parameter("count", "number")])
    .diagnostics.filter(({ code }) => code === "SXP3005")
    .map(({ message }) => message);

test("a parameter that the query does not use is reported", () => {
  expect(unused("(//POI[node =~ $topic])[1:$count]")).toEqual([]);
  expect(unused("(//POI[node =~ $topic])[1:3] | //Day")).toEqual(['The parameter "$count" is not used by the query.']);
});
