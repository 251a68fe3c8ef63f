// @module-tag process
import { execFile, execFileSync } from "node:child_process";
import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { EXAMPLES } from "./kit.js";
import { bundleServer } from "./serverBundle.js";

const hasNeovim = (): boolean => {
  try {
    return execFileSync("nvim", ["--version"], { encoding: "utf8" }).startsWith("NVIM");
  } catch {
    return false;
  }
};
const guide = readFileSync(new URL("../../docs/how-to/editors.md", import.meta.url), "utf8");
/** The set-up as the guide has it. */
const setUp = /```lua\n([\s\S]*?)```/.exec(guide)![1]!;

/** What one does by hand, in its order; what is seen is written down as JSON. */
const DRIVE = `
local seen = { messages = {} }
vim.lsp.handlers["window/showMessage"] = function(_, params) table.insert(seen.messages, params.message) end
vim.ui.select = function(items, _, choose) choose(items[1], 1) end
local buffer = vim.api.nvim_get_current_buf()
local function ask(method, params)
  for _, answer in pairs(assert(vim.lsp.buf_request_sync(buffer, method, params, 60000))) do return answer.result end
end
local function at(line, character)
  return { textDocument = vim.lsp.util.make_text_document_params(buffer), position = { line = line, character = character } }
end
local function diagnostics()
  return vim.tbl_map(function(one) return one.message end, vim.diagnostic.get(buffer))
end
vim.wait(60000, function() return #vim.diagnostic.get(buffer) > 0 end, 20)
seen.before = diagnostics()
seen.choices = vim.tbl_map(function(one) return one.label end, ask("textDocument/completion", at(3, 8)).items)
-- What is found is said as soon as the data is read, which takes its time on a busy machine.
vim.wait(60000, function()
  seen.hover = ask("textDocument/hover", at(3, 5)).contents.value
  return seen.hover:find("in the data", 1, true) ~= nil
end, 50)
local here = at(3, 8)
here.range = { start = here.position, ["end"] = here.position }
here.context = { diagnostics = {}, only = { "quickfix" } }
local action = ask("textDocument/codeAction", here)[1]
vim.lsp.util.apply_workspace_edit(action.edit, "utf-16")
seen.text = table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), "\\n")
vim.wait(60000, function() return #vim.diagnostic.get(buffer) == 0 end, 20)
seen.after = diagnostics()
vim.lsp.codelens.refresh()
vim.wait(60000, function() return #vim.lsp.codelens.get(buffer) > 0 end, 20)
vim.api.nvim_win_set_cursor(0, { 3, 0 })
vim.lsp.codelens.run()
vim.wait(60000, function() return #seen.messages > 0 end, 20)
vim.fn.writefile({ vim.fn.json_encode(seen) }, vim.env.SEEN)
vim.cmd("qa!")
`;

describe.skipIf(!hasNeovim())(
  `Neovim, set up as the guide says${hasNeovim() ? "" : " (no nvim on this machine)"}`,
  () => {
    it("shows what is wrong, completes, explains, repairs, and runs a lens", { tags: "smoke" }, async () => {
      const place = mkdtempSync(join(tmpdir(), "sxp-neovim-"));
      cpSync(fileURLToPath(new URL("itinerary/", EXAMPLES)), place, { recursive: true });
      const file = join(place, "own.sxp");
      writeFileSync(
        file,
        'import schema "itinerary.schema.json";\nimport data "itinerary.xml";\ndeclare query own() :=\n  //Day/PIO[1];\n',
      );
      writeFileSync(join(place, "sxp"), `#!/bin/sh\nexec "${process.execPath}" "${await bundleServer()}" "$@"\n`);
      chmodSync(join(place, "sxp"), 0o755);
      writeFileSync(join(place, "setup.lua"), setUp);
      writeFileSync(join(place, "drive.lua"), DRIVE);
      const SEEN = join(place, "seen.json");
      const lua = (name: string) => ["-c", `luafile ${join(place, name)}`];
      const opened = ["--headless", "-n", "-i", "NONE", "-u", "NONE", ...lua("setup.lua"), "-c", `edit ${file}`];
      const PATH = `${place}${delimiter}${process.env.PATH}`;
      const env = { ...process.env, PATH, SEEN, XDG_STATE_HOME: place, XDG_CACHE_HOME: place, XDG_DATA_HOME: place };
      const { stderr } = await promisify(execFile)("nvim", [...opened, ...lua("drive.lua")], {
        env,
        cwd: place,
        timeout: 120_000,
      });
      expect(stderr).not.toMatch(/Error|E\d+:/);
      const seen = JSON.parse(readFileSync(SEEN, "utf8"));
      expect(seen.before).toEqual(['The schema has no node type "PIO". Did you mean "POI"?']);
      expect(seen.choices.slice(0, 2)).toEqual(["POI", "Restaurant"]);
      expect(seen.hover).toContain("Finds **7 matches** in the data");
      expect(seen.text).toContain("//Day/POI[1];");
      expect(seen.after).toEqual([]);
      expect(seen.messages[0]).toMatch(/^7 results\n1\.00 \/Itinerary\/Day\[1\]\/POI\[1\]/);
      rmSync(place, { recursive: true });
    });
  },
);
