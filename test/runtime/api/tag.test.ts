import { CompileError, readXml, sxp } from "@semantic-xpath/runtime";
import { describe, expect, it } from "vitest";

const tree = readXml('<Plan><Day><POI name="a park"/></Day><Day><POI name="a &quot;]//*[&quot; museum"/></Day></Plan>');
const pathsOf = async (query: ReturnType<typeof sxp>) => (await query.run(tree)).matches.map(({ path }) => path);

describe("sxp`…`", () => {
  it("binds holes as parameters", async () => {
    expect(await pathsOf(sxp`/Plan/Day[${2}]/POI`)).toEqual(["/Plan/Day[2]/POI"]);
    expect(await pathsOf(sxp`//POI[@name = ${"a park"}]`)).toEqual(["/Plan/Day[1]/POI"]);
    expect(await pathsOf(sxp`//POI[node =~ ${"park"}]`)).toEqual(["/Plan/Day[1]/POI"]);
  });

  it("never lets a value change the structure", async () => {
    expect(await pathsOf(sxp`//POI[@name = ${'x"] | //*["'}]`)).toEqual([]);
    expect(await pathsOf(sxp`//POI[contains(@name, ${'"]//*["'})]`)).toEqual(["/Plan/Day[2]/POI"]);
  });

  it("keeps out of the way of the template's own parameters", () => {
    const { text, params } = sxp`//POI[@name = $hole1 or @name = ${"b"}]`;
    expect(text).toBe("//POI[@name = $hole1 or @name = $_hole1]");
    expect(params).toEqual({ _hole1: "b" });
  });

  it("rejects with all diagnostics where the text has an error", async () => {
    await expect(sxp`//POI[${1}`.run(tree)).rejects.toBeInstanceOf(CompileError);
  });
});
