import { describe, test } from "vitest";
import { checksWith, marked, schemaOf } from "./marked.js";

/** Days by name, and times over midnight: with no schema nothing is empty without a word. */
const { expectReports, expectFixes, expectClean } = checksWith(null);

const DAYS = '"Monday", "Tuesday", "Wednesday", "Thursday", "Friday", …';
const never = (what: string, found: string, hint = ""): string =>
  `SXP2005 "${what}" is always ${DAYS} and can't equal ${found}.${hint}`;

describe("names of days", () => {
  test("in other letter case, shortened, or misspelled", () => {
    for (const day of ['"friday"', '"FRIDAY"', '"fri"', '"Fri."', '"Fridy"'])
      expectReports(marked`//Day[weekday(@d) = ${day}]`, never("weekday(…)", day, ' Did you mean "Friday"?'));
    expectFixes('//Day[weekday(@d) = "fri"]', '//Day[weekday(@d) = "Friday"]');
  });
  test("on the left", () => {
    expectReports(
      marked`//Day[${'"friday"'} = weekday(@d)]`,
      never("weekday(…)", '"friday"', ' Did you mean "Friday"?'),
    );
    expectReports(
      marked`//Day[${'"x"'} > count(/A)]`,
      'SXP2005 "count(…)" is a number and can\'t be compared with "x".',
    );
    expectClean('//Day["Friday" = weekday(@d)][3 < @n]["a" = @b]');
  });
  test("as a key of groups", () => {
    const text = marked`(//Day)[group by weekday(@d) as w][@w = ${'"friday"'}]`;
    expectReports(text, never("@w", '"friday"', ' Did you mean "Friday"?'));
    expectClean('(//Day)[group by weekday(@d) as w][@w != "Sunday"]/@w');
  });
  test("in an order, too", () => {
    const report = marked`//Day[weekday(@d) < ${'"Mondy"'}]`;
    const names = '"Monday", "Tuesday", "Wednesday", "Thursday", "Friday", …';
    expectReports(
      report,
      `SXP2005 "weekday(…)" is always ${names} and can't be compared with "Mondy". Did you mean "Monday"?`,
    );
    expectClean('//Day[weekday(@d) < "Tuesday"]');
  });
  test("as numbers, from Monday on", () => {
    expectReports(marked`//Day[weekday(@d) = ${"5"}]`, never("weekday(…)", "the number 5"));
    expectFixes("//Day[weekday(@d) = 5]", '//Day[weekday(@d) = "Friday"]');
    expectReports(marked`//Day[weekday(@d) = ${"9"}]`, never("weekday(…)", "the number 9"));
  });
});

test("SXP3018, the length of an interval over midnight", () => {
  const text = marked`//POI[${"end(@t) - start(@t)"} > "2 h"]`;
  const said =
    'SXP3018 "end(…) - start(…)" is below zero for times that go over midnight, such as "22:00 - 01:00". The length of an interval is "duration(@t)".';
  expectReports(text, said);
  expectFixes('//POI[end(@t) - start(@t) > "2 h"]', '//POI[duration(@t) > "2 h"]');
  expectFixes("end(//POI[1]/@t) - start(//POI[1]/@t)", "duration(//POI[1]/@t)");
  expectClean('//POI[end(@t) - start(@u) > "2 h"][start(@t) - end(@t) < "0 h"]');
});

describe("with a schema", () => {
  const typed = checksWith(
    schemaOf(
      '{"version":1,"roots":["Day"],"types":{"Day":{"attributes":{"date":{"type":"date"},"open":{"type":"boolean"},"small":{"values":["friday","sunday"]},"day":{"values":["Friday","Rest"]},"text":{}}}}}',
    ),
  );
  test("a computed value that is always one of some texts has one in common with another, or can't be equal", () => {
    const small = '"@small", which is always "friday" or "sunday"';
    typed.expectReports(marked`//Day[weekday(@date) = ${"@small"}]`, never("weekday(…)", small));
    typed.expectReports(
      marked`//Day[@small != ${"weekday(@date)"}]`,
      `SXP2005 "@small" is always "friday" or "sunday" and can't equal "weekday(…)", which is always ${DAYS}.`,
    );
    typed.expectClean("//Day[weekday(@date) = @day][weekday(@date) = @text][@small = @day][@small < @day]");
  });
  test("SXP3019, a Boolean alone as a condition", () => {
    const said =
      'SXP3019 "@open" alone holds wherever it is written, also as "false". Write "@open = true()", or "exists(@open)" if that is meant.';
    typed.expectReports(marked`//Day[${"@open"}]`, said);
    typed.expectReports(
      marked`//Day[not(${"@open"}) or ${"open"} and @text]`,
      said,
      said.replaceAll("@open", "open").replace("(open)", "(/open)"),
    );
    typed.expectFixes("//Day[@open]", "//Day[@open = true()]", "//Day[exists(@open)]");
    typed.expectClean("//Day[exists(@open)][@open = true()][@text]");
  });
});
