import { describe, expect, it } from "vitest";
import { queryKey, rememberedChoices } from "../../packages/vscode-extension/src/choices.js";
import { memento } from "./support/memento.js";

/** Choices for two files, one of which has the other's name within its own. */
async function remembered() {
  const choices = rememberedChoices(memento());
  await choices.setFile("file:///a.sxp", { data: "file:///a.xml" });
  await choices.setFile("file:///a.sxp2", { data: "file:///b.xml" });
  await choices.setQuery(queryKey("file:///a.sxp", "first"), { limit: 3 });
  return choices;
}

describe("what was chosen for a file", () => {
  it("goes with it to its new name", async () => {
    const choices = await remembered();
    await choices.move("file:///a.sxp", "file:///c.sxp");
    expect(choices.files()).toEqual({
      "file:///c.sxp": { data: "file:///a.xml" },
      "file:///a.sxp2": { data: "file:///b.xml" },
    });
    expect(choices.query(queryKey("file:///c.sxp", "first"))).toEqual({ limit: 3 });
    expect(choices.query(queryKey("file:///a.sxp", "first"))).toEqual({});
  });
  it("is chosen for a copy too", async () => {
    const choices = await remembered();
    await choices.copy("file:///a.sxp", "file:///c.sxp");
    expect(choices.files()["file:///c.sxp"]).toEqual(choices.files()["file:///a.sxp"]);
    expect(choices.query(queryKey("file:///c.sxp", "first"))).toEqual({ limit: 3 });
  });
  it("ends with it", async () => {
    const choices = await remembered();
    await choices.move("file:///a.sxp", null);
    expect(Object.keys(choices.files())).toEqual(["file:///a.sxp2"]);
    expect(choices.query(queryKey("file:///a.sxp", "first"))).toEqual({});
  });
});
