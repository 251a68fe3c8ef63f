import { Memory, memoryStorage, readOnlyStorage } from "@semantic-xpath/memory";
import { readXml } from "@semantic-xpath/runtime";
import { expect, it } from "vitest";

const trip = readXml(`<Plan><Day name="a"/></Plan>`);

it("refuses whatever would write, and sees what others write", async () => {
  const storage = memoryStorage();
  const owner = Memory.create(storage);
  owner.createTask("trip", trip);
  const files = storage.list().length;
  const reader = Memory.open(readOnlyStorage(storage));
  const update = "delete node /Plan/Day";
  expect(await reader.update("trip", update, { dryRun: true })).toMatchObject({ status: "dry run" });
  await expect(reader.update("trip", update)).rejects.toThrow("SXP5005");
  expect(() => reader.createTask("other", trip)).toThrow("it was opened read-only");
  expect(() => reader.task("trip").restore(1)).toThrow("SXP5005");
  expect(storage.list()).toHaveLength(files);
  await owner.update("trip", update);
  reader.refresh();
  expect(reader.task("trip").head().nodes).toBe(1);
});
