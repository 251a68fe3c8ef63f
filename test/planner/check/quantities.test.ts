import { parseSchema } from "@semantic-xpath/planner";
import { describe, expect, test } from "vitest";
import { checksWith, checkText, marked } from "./marked.js";

const { schema } = parseSchema(`{
  "version": 1,
  "roots": ["Trip"],
  "types": {
    "Trip": { "children": { "Stop": {} } },
    "Stop": {
      "attributes": {
        "name": {}, "n": { "type": "number" }, "day": { "type": "date" }, "at": { "type": "time" }, "long": { "type": "duration" },
        "cost": { "type": "money(CAD)" }, "fee": { "type": "money" }, "way": { "type": "quantity(km)" }, "kg": { "type": "quantity(kg)" },
        "slot": { "type": "interval(time)" }, "stay": { "type": "interval(date)" }
      }
    }
  }
}`);
const { expectReports, expectFixes, expectClean } = checksWith(schema!);

describe("SXP2005, quantities and moments", () => {
  test("beside what says one of them", () => {
    expectClean('//Stop[@cost > 30 and @cost > "38" and @cost < "$50" and @fee > "38 EUR" and @fee > 3]');
    expectClean('//Stop[@way > "800 m" and @way < 3][start(@slot) < "8:15"][duration(@slot) > "1 h"][@at >= "9 AM"]');
    expectClean('//Stop[@day < "Mar 14, 2026"][weekday(@day) = "Friday"][@day < current-date() + "7 days"]');
    expectClean("//Stop[order by @slot, @cost descending][1]");
    expectClean("//Stop[@cost = @fee and start(@stay) = @day and @day <= current-dateTime()]");
  });
  test("of another currency, dimension or kind", () => {
    expectReports(
      marked`//Stop[@cost > ${'"38 EUR"'}]`,
      'SXP2005 "@cost" is money in CAD (such as "CAD 38") and can\'t be compared with "38 EUR".',
    );
    expectReports(
      marked`//Stop[@way > ${'"2 kg"'}]`,
      'SXP2005 "@way" is a quantity in km (such as "12 km") and can\'t be compared with "2 kg".',
    );
    expectReports(
      marked`//Stop[@way > ${"@kg"}]`,
      'SXP2005 "@way" is a quantity in km and can\'t be compared with "@kg", which is a quantity in kg.',
    );
    expectReports(
      marked`//Stop[@day - @day > ${"@day"}]`,
      'SXP2005 "@day - @day" is a duration and can\'t be compared with "@day", which is a date.',
    );
  });
  test("has fixes where something may be meant", () => {
    expectFixes("//Stop[@long > 90]", '//Stop[@long > "90 min"]', '//Stop[@long > "90 h"]');
    expectFixes("//Stop[@at > 9]", '//Stop[@at > "9:00"]');
    expectFixes('//Stop[@day > "03/04/2026"]', '//Stop[@day > "2026-04-03"]', '//Stop[@day > "2026-03-04"]');
    expectFixes('//Stop[@slot < "8:15"]', '//Stop[start(@slot) < "8:15"]', '//Stop[end(@slot) < "8:15"]');
  });
});

describe("the types of what is computed", () => {
  const typeOf = (value: string) => {
    const { values } = checkText(`//Stop[${value} != 1]`, schema!);
    return [...values].filter(([{ kind }]) => kind !== "Path").at(-2)?.[1].type;
  };
  test.each([
    ["@day - @day", "duration"],
    ['@day + "7 days"', "date"],
    ["@cost * 2", "money(CAD)"],
    ["@cost div @cost", "number"],
    ["@fee + @cost", "money"],
    ["-@way", "quantity(km)"],
    ["start(@slot)", "time"],
    ["end(@stay)", "date"],
    ["duration(@slot)", "duration"],
    ["sum(//Stop/@cost)", "money(CAD)"],
    ["avg(//Stop/@way)", "quantity(km)"],
    ["max(//Stop/@day)", "date"],
    ["sum(//Stop/@day)", null],
    ["start(@x) - start(@y)", null],
  ])("%s is %s", (value, type) => expect(typeOf(value)).toBe(type));
});

describe("what does not go together", () => {
  test("SXP2016, in arithmetic", () => {
    expectReports(
      marked`//Stop[@cost + ${"@day"} > 3]`,
      'SXP2016 "@day" is a date, and "+" does not join it with "@cost", which is money in CAD.',
    );
    expectReports(
      marked`//Stop[@day + ${"7"} > @day]`,
      'SXP2016 "7" is a number, and "+" does not join it with "@day", which is a date.',
    );
    expectReports(
      marked`//Stop[${"@slot"} * 2 > 3]`,
      'SXP2016 "@slot" is an interval of times, and "*" computes with numbers.',
    );
  });
  test("SXP2015, as an argument", () => {
    expectReports(
      marked`//Stop[weekday(${"@cost"}) = "Friday"]`,
      'SXP2015 "weekday(…)" takes a date here, not "@cost", which is money in CAD.',
    );
    expectReports(
      marked`//Stop[overlaps(@slot, ${"@stay"})]`,
      'SXP2015 "overlaps(…)" takes an interval of times here, not "@stay", which is an interval of dates.',
    );
  });
  test("SXP3012, a string that may be one", () => {
    expectReports(
      marked`//Stop[start(${"@name"}) < "8:15"]`,
      'SXP3012 "@name" is a string by the schema, and "start(…)" takes an interval: a text that is not one ends the run. Give the attribute a type there.',
    );
  });
  test("SXP3004, conditions on one amount", () => {
    expectReports(
      marked`//Stop[${'@cost > 30 and @cost < "CAD 20"'}]`,
      'SXP3004 "@cost" can\'t meet these conditions together.',
    );
    expectClean('//Stop[@cost = "CAD 30" or @cost = 30][@cost >= "$30" and @cost <= 30]');
  });
});
