import { readsAs } from "@semantic-xpath/planner";
import { expect, test } from "vitest";

test.each([
  "2026",
  "2026-02",
  "2026-02-28",
  "2024-02-29",
  "2026-02-28T09:30",
  "2026-02-28T09:30:15.5Z",
  "2026-02-28 09:30+01:00",
])("%s is a date", (text) => expect(readsAs(text, "date")).toBe(true));
test.each(["", "tomorrow", "2026-13", "2026-02-29", "2026-2-8", "28.02.2026", "2026-02-28T25:00"])(
  "%j is no date",
  (text) => expect(readsAs(text, "date")).toBe(false),
);
test.each(["0", "-1.50", "+2", ".5", "1e3", " 7 "])("%j is a number", (text) =>
  expect(readsAs(text, "number")).toBe(true),
);
test.each(["", "1,5", "0x10", "NaN", "Infinity", "1 2"])("%j is no number", (text) =>
  expect(readsAs(text, "number")).toBe(false),
);
