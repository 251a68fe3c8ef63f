import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { addModel } from "../../../../packages/scorers/src/node/models/add.js";
import {
  findModel,
  listModels,
  modelNamed,
  modelsHome,
  removeModel,
} from "../../../../packages/scorers/src/node/models/library.js";
import { tinyStaticFiles } from "../../../support/onnx/tinyModels.js";
import { modelFiles, sha256, TINY_ONNX } from "./support/hub.js";

const fresh = (): string => mkdtempSync(join(tmpdir(), "sxp-models-"));

function folderOf(files: Readonly<Record<string, string | Uint8Array>>, name = "my-model"): string {
  const folder = join(fresh(), name);
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

describe("where models live", () => {
  it.each<[Record<string, string>, string]>([
    [{ SXP_MODELS_DIR: "/own" }, "/own"],
    [{ SXP_MODELS_DIR: "here" }, "/project/here"],
    [{ XDG_DATA_HOME: "/data" }, "/data/sxp/models"],
    [{ XDG_DATA_HOME: "relative", HOME: "/home/me" }, "/home/me/.local/share/sxp/models"],
    [{}, join(homedir(), ".local/share/sxp/models")],
  ])("%j", (environment, expected) => {
    expect(modelsHome(environment, "/project")).toBe(expected);
  });
});

describe("adding a folder", () => {
  it("keeps its path, and what its files were", async () => {
    const [home, folder] = [fresh(), folderOf(modelFiles({ "secret.txt": "not part of it" }))];
    const model = await addModel(folder, { home });
    expect(model).toMatchObject({ name: "my-model", folder, home: join(home, "my-model") });
    expect(model.manifest).toMatchObject({ source: { kind: "folder", folder }, weights: "onnx/model.onnx" });
    expect(model.manifest.files.map(({ path }) => path).sort()).toEqual([
      "1_Pooling/config.json",
      "config.json",
      "modules.json",
      "onnx/model.onnx",
      "tokenizer.json",
      "tokenizer_config.json",
    ]);
    expect(model.manifest.files.find(({ path }) => path.endsWith(".onnx"))!.sha256).toBe(sha256(TINY_ONNX));
    expect(readdirSync(join(home, "my-model"))).toEqual(["sxp-model.json"]);
    expect((await listModels(home)).map(({ name }) => name)).toEqual(["my-model"]);
    await removeModel(home, "my-model");
    expect([await listModels(home), readdirSync(home)]).toEqual([[], []]);
    expect(existsSync(join(folder, "config.json"))).toBe(true);
  });

  it("takes a static model, in either layout, and the weights of dense modules", async () => {
    const home = fresh();
    const files = tinyStaticFiles();
    const { manifest } = await addModel(folderOf(files), { home });
    expect(manifest.weights).toBe("model.safetensors");
    const inside = Object.fromEntries(
      Object.entries(files).map(([path, content]) => [`0_StaticEmbedding/${path}`, content]),
    );
    const listed = '[{"type":"sentence_transformers.models.StaticEmbedding","path":"0_StaticEmbedding"}]';
    const other = await addModel(folderOf({ ...inside, "modules.json": listed }, "other"), { home });
    expect(other.manifest.files.map(({ path }) => path).sort()).toEqual([
      "0_StaticEmbedding/model.safetensors",
      "0_StaticEmbedding/tokenizer.json",
      "modules.json",
    ]);
    const dense = { "2_Dense/config.json": "{}", "2_Dense/model.safetensors": "x", "2_Dense/pytorch_model.bin": "x" };
    const third = await addModel(folderOf(modelFiles(dense), "third"), { home });
    const kept = third.manifest.files.map(({ path }) => path).filter((path) => path.startsWith("2_Dense"));
    expect(kept.sort()).toEqual(["2_Dense/config.json", "2_Dense/model.safetensors"]);
  });

  it("may be done again, and does not take the name of another", async () => {
    const home = fresh();
    const folder = folderOf(modelFiles());
    await addModel(folder, { home });
    expect((await addModel(folder, { home })).folder).toBe(folder);
    await expect(addModel(folderOf(modelFiles()), { home })).rejects.toThrow('there is a model "my-model" already');
    expect((await addModel(folderOf(modelFiles()), { home, name: "other" })).name).toBe("other");
  });

  it.each<[string, (folder: string) => void]>([
    ["onnx/model.onnx_data", (folder) => symlinkSync("/etc/hostname", join(folder, "onnx/model.onnx_data"))],
    ["vocab.json", (folder) => symlinkSync("config.json", join(folder, "vocab.json"))],
  ])("refuses a link: %s", async (_, link) => {
    const home = fresh();
    const folder = folderOf(modelFiles());
    link(folder);
    await expect(addModel(folder, { home })).rejects.toThrow("is a link");
    expect(readdirSync(home)).toEqual([]);
  });

  it("says what is missing", async () => {
    const home = fresh();
    const { "tokenizer.json": _, "onnx/model.onnx": __, ...rest } = modelFiles() as Record<string, string>;
    await expect(addModel(folderOf(rest), { home })).rejects.toThrow("has no tokenizer.json. A model is a folder");
    await expect(addModel(folderOf({ ...rest, "tokenizer.json": "{}" }), { home })).rejects.toThrow(
      'no file "onnx/model.onnx"',
    );
    await expect(addModel(join(home, "nowhere"), { home })).rejects.toThrow("is no folder");
    await expect(addModel(folderOf(modelFiles(), "my model"), { home })).rejects.toThrow("Give it one with --name");
  });
});

describe("finding a model", () => {
  it("says which there are", async () => {
    const home = fresh();
    await expect(modelNamed(home, "x")).rejects.toThrow(`there is no model "x" in ${home}. There are none yet.`);
    await addModel(folderOf(modelFiles()), { home });
    await expect(modelNamed(home, "x")).rejects.toThrow("There are my-model.");
  });

  it("looks at nothing that is no name", async () => {
    const home = join(fresh(), "models");
    await addModel(folderOf(modelFiles()), { home: dirname(home), name: "outside" });
    mkdirSync(home);
    for (const name of ["../outside", "..", ".", "", "/", "a/b"]) expect(await findModel(home, name)).toBeNull();
    await expect(removeModel(home, "../outside")).rejects.toThrow("can't be the name of a model");
    expect(existsSync(join(dirname(home), "outside"))).toBe(true);
  });

  it("does not follow a link in the place of a model, and removes only the link", async () => {
    const home = fresh();
    const folder = folderOf(modelFiles());
    symlinkSync(folder, join(home, "linked"));
    expect(await findModel(home, "linked")).toBeNull();
    await removeModel(home, "linked");
    expect(readdirSync(home)).toEqual([]);
    expect(readFileSync(join(folder, "onnx/model.onnx"))).toEqual(TINY_ONNX);
  });

  it("passes over a manifest that can't be read, and lets it be removed", async () => {
    const home = fresh();
    mkdirSync(join(home, "broken"));
    writeFileSync(join(home, "broken/sxp-model.json"), '{"version":1');
    expect(await listModels(home)).toEqual([]);
    await expect(modelNamed(home, "broken")).rejects.toThrow("models remove");
    await removeModel(home, "broken");
    expect(readdirSync(home)).toEqual([]);
  });
});
