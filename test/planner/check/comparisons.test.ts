import { describe, test } from "vitest";
import { checksWith, marked } from "./marked.js";
import { trip } from "./trip.js";

const { expectReports, expectFixes, expectClean } = checksWith(trip);

describe("SXP2005, incompatible types", () => {
  test("number", () => {
    expectReports(
      marked`//POI[@price = ${'"cheap"'}]`,
      'SXP2005 "@price" is a number and can\'t be compared with "cheap".',
    );
    expectReports(marked`//POI[@price = ${"true"}]`, 'SXP2005 "@price" is a number and can\'t be compared with true.');
    expectClean('//POI[@price = "12.50"][@price < 20]');
  });
  test("boolean", () => {
    expectReports(
      marked`//Day[@rain = ${'"yes"'}]`,
      'SXP2005 "@rain" is true or false and can\'t be compared with "yes".',
    );
    expectReports(
      marked`//Day[@rain = ${'"True"'}]`,
      'SXP2005 "@rain" is true or false and can\'t be compared with "True". Did you mean "true"?',
    );
    expectFixes('//Day[@rain = "True"]', "//Day[@rain = true]");
    expectReports(
      marked`//Day[@rain = ${"1"}]`,
      'SXP2005 "@rain" is true or false and can\'t be compared with the number 1.',
    );
    expectClean('//Day[@rain = true][@rain != "false"]');
  });
  test("date", () => {
    expectReports(
      marked`//Day[@date > ${'"tomorrow"'}]`,
      'SXP2005 "@date" is a date (such as "2026-03-14") and can\'t be compared with "tomorrow".',
    );
    expectReports(
      marked`//Day[@date > ${"2026"}]`,
      'SXP2005 "@date" is a date (such as "2026-03-14") and can\'t be compared with the number 2026.',
    );
    expectClean('//Day[@date >= "2026-03-14"][@date < "2026-04"]');
  });
  test("string", () => {
    expectClean("//POI[@name = 3][@name = true]");
  });
  test("a relevance is a number", () => {
    expectReports(
      marked`//POI[node =~ "x" >= ${'"0.5"'}]`,
      'SXP2005 "node =~ …" is a score between 0 and 1 and can\'t be compared with "0.5".',
    );
    expectFixes('//POI[node =~ "x" >= "0.5"]', '//POI[node =~ "x" >= 0.5]');
    expectReports(
      marked`//Day[avg(/POI[node =~ "x"]) = ${"true"}]`,
      'SXP2005 "avg(…)" is a score between 0 and 1 and can\'t be compared with true.',
    );
  });
  test("position() and count() are numbers, name() is a name", () => {
    expectReports(
      marked`//POI[position() = ${'"2"'}]`,
      'SXP2005 "position()" is a number and can\'t be compared with "2".',
    );
    expectFixes('//POI[position() = "2"]', "//POI[position() = 2]");
    expectReports(
      marked`//Day[count(/POI) > ${"true"}]`,
      'SXP2005 "count(…)" is a number and can\'t be compared with true.',
    );
    expectReports(
      marked`//Day[name() = ${"3"}]`,
      'SXP2005 "name()" is a name and can\'t be compared with the number 3.',
    );
  });
  test("a condition is true or false", () => {
    expectReports(
      marked`//POI[(@name and @price) = ${'"true"'}]`,
      'SXP2005 "… and …" is true or false and can\'t be compared with "true".',
    );
    expectClean("//POI[(@name and @price) = true]");
  });
  test("mixed or unknown types say nothing", () => {
    expectClean('//Task[note = "3"]');
    checksWith(null).expectClean('//a[@b = "x"][@b > 3][c = true]');
  });
});

describe("SXP2005, values outside the allowed ones", () => {
  test("are reported with the nearest", () => {
    expectReports(
      marked`//Task[status = ${'"todo"'}]`,
      'SXP2005 "status" is always "Todo" or "Done" and can\'t equal "todo". Did you mean "Todo"?',
    );
    expectFixes('//Task[status = "todo"]', '//Task[status = "Todo"]');
    expectFixes('//Task[status = "open"]', '//Task[status = "Todo"]', '//Task[status = "Done"]');
  });
  test("of a number compare as numbers", () => {
    expectReports(
      marked`//Restaurant[@stars = ${"4"}]`,
      'SXP2005 "@stars" is always "1", "2" or "3" and can\'t equal the number 4.',
    );
    expectClean('//Restaurant[@stars = 2.0][@stars = "3"][@stars < 7]');
  });
  test("of name() are the types that can stand here", () => {
    expectReports(
      marked`//Day/*[name() = ${'"Restaurent"'}]`,
      'SXP2005 "name()" is always "POI" or "Restaurant" and can\'t equal "Restaurent". Did you mean "Restaurant"?',
    );
    expectClean('//Day/*[name() = "POI"]');
  });
});

describe("SXP3004, comparisons with one answer", () => {
  test.each([
    ['node =~ "x" >= 0', "node =~ … >= 0", "always true: a score is between 0 and 1"],
    ['node =~ "x" > 1', "node =~ … > 1", "never true: a score is between 0 and 1"],
    ['node =~ "x" = 1.5', "node =~ … = 1.5", "never true: a score is between 0 and 1"],
    ['node =~ "x" < 0', "node =~ … < 0", "never true: a score is between 0 and 1"],
    ["count(/Review) >= 0", "count(…) >= 0", "always true: a count is never negative"],
    ["count(/Review) < 0", "count(…) < 0", "never true: a count is never negative"],
    ["count(/Review) = 0.5", "count(…) = 0.5", "never true: a count is never negative"],
    ["position() = 0", "position() = 0", "never true: positions count from 1"],
    ["last() >= 1", "last() >= 1", "always true: positions count from 1"],
  ])("%s", (condition, text, answer) => expectReports(marked`//POI[${condition}]`, `SXP3004 "${text}" is ${answer}.`));
  test.each([
    'node =~ "x" > 0',
    'node =~ "x" >= 1',
    "count(/Review) > 0",
    "position() <= 1",
    "last() > 1",
    "count(/Review) = 0",
  ])("%s may be true or false", (condition) => expectClean(`//POI[${condition}]`));
});
