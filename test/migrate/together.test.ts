import { migrate } from "@semantic-xpath/migrate";
import { parse } from "@semantic-xpath/parser";
import { expect, it } from "vitest";

it("what does not parse as a whole is not sure, however sure its parts are", () => {
  const text = "declare query a() := //X;\ndeclare query b() := /";
  const { readings, isSure } = migrate(text);
  const isParsed = readings.every((reading) =>
    parse(reading.text).diagnostics.every((each) => each.severity !== "error"),
  );
  expect(isSure && !isParsed).toBe(false);
  expect(migrate("declare query a() := //X;\ndeclare query b() := //Y;").isSure).toBe(true);
});
