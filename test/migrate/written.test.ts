import { migrateAll } from "@semantic-xpath/migrate";
import { expect, it } from "vitest";
import { WRITTEN } from "./written.js";

it("reads or asks about nearly all that language models write", () => {
  const unread = WRITTEN.filter((text) => {
    const queries = migrateAll(text);
    return queries.length === 0 || queries.some(({ readings }) => readings.length === 0);
  });
  const sure = WRITTEN.filter((text) => migrateAll(text).every(({ isSure }) => isSure));
  expect(unread).toEqual([]);
  expect(sure.length / WRITTEN.length).toBeGreaterThan(0.7);
});
