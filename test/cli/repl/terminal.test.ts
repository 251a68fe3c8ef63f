// @module-tag process
import { appendFileSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { planFolder } from "../sxp.js";
import { openTerminal, type RealTerminal, type TerminalOptions, terminalMissing } from "./support/tmux.js";

let terminal: RealTerminal | null = null;
const servers: Server[] = [];
afterEach(() => {
  terminal?.end();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** The prompt over the plan of the tests, ready. */
async function open(options: TerminalOptions & { readonly words?: readonly string[] } = {}): Promise<RealTerminal> {
  terminal = openTerminal(options.words ?? ["plan.sxp"], { cwd: planFolder(), ...options });
  await terminal.until(/^(?:sxp)?> $|^sxp>\s*$/m);
  return terminal;
}

/** Rows from the last prompt on, without empty ones. */
const atPrompt = (screen: string): string[] => {
  const rows = screen.split("\n").map((row) => row.trimEnd());
  const last = rows.findLastIndex((row) => /^(?:sxp)?> |^sxp>/.test(row));
  return rows.slice(last).filter((row) => row !== "");
};

describe.skipIf(terminalMissing !== null)(
  `the prompt in a terminal${terminalMissing === null ? "" : ` (skipped: ${terminalMissing})`}`,
  () => {
    it("colours a query while one types, and underlines a mistake", { tags: "smoke" }, async () => {
      const at = await open();
      at.type('//Day[@city = "Ottawa"]');
      await at.until('"Ottawa"]');
      expect(at.screen(true)).toContain("\u001b[36mDay");
      at.press("C-u");
      at.type("/Plan/Dya[1]");
      await at.until('no node type "Dya"');
      expect(at.screen(true).replaceAll("\u001b", "ESC")).toMatch(/ESC\[(?:\d+;)*4[;m][^D]*Dya/);
    });

    it("has no colour where none is wanted", async () => {
      const at = await open({ env: { NO_COLOR: "1" } });
      at.type("//Day");
      at.press("Enter");
      await at.until("run 1:");
      expect(at.screen(true).replaceAll("\u001b", "ESC")).not.toMatch(/ESC\[3\dm/);
    });

    it("completes by a list, with the documentation of what is selected", async () => {
      const at = await open();
      at.type("//PO");
      await at.until(/^ +POI/m);
      at.press("Down");
      await at.until("POI · 3 nodes");
      at.press("Enter");
      await at.until(/^sxp> \/\/POI$/m);
      at.type("[");
      await at.until("@name");
      at.press("Escape");
      await at.until((screen) => !screen.includes("@name"));
    });

    it("shows the signature of the function around the cursor", async () => {
      const at = await open();
      at.type("//Day[avg(");
      await at.until(/^avg\(/m);
    });

    it("goes on in new lines while something is open, and runs the whole", async () => {
      const at = await open();
      at.type("//POI[");
      at.press("Enter");
      await at.until(/^\.\.\.> *$/m);
      at.type('node =~ "museum"');
      at.press("Enter");
      at.type("]");
      at.press("Enter");
      await at.until("run 1: 2 matches");
    });

    it("takes a pasted document as one input", async () => {
      const at = await open();
      at.paste("declare query one() := //Day[1];\n\ndeclare query two() := //Day[2];\n");
      await at.until("declare query two");
      expect(at.screen()).not.toContain("queries: 4");
      at.press("Enter");
      await at.until("queries: 4 queries");
      at.type("two");
      at.press("Enter");
      await at.until("/Plan/Day[2]");
    });

    it("searches what was typed in another session", async () => {
      const history = join(mkdtempSync(join(tmpdir(), "sxp-history-")), "history");
      const first = await open({ env: { SXP_HISTORY: history } });
      first.type("//Day[@city]");
      first.press("Enter");
      await first.until("run 1:");
      first.type("//POI[1]");
      first.press("Enter");
      await first.until("run 2:");
      first.press("C-d");
      await first.until(() => readFileSync(history, "utf8").includes("//POI[1]"));
      first.end();
      const at = await open({ env: { SXP_HISTORY: history } });
      at.press("Up");
      await at.until(/^sxp> \/\/POI\[1\]$/m);
      at.press("C-u", "C-r");
      at.type("city");
      await at.until('search "city": //Day[@city]');
      at.press("Enter");
      await at.until("run 1: 2 matches");
    });

    it("cancels a query with C-c, and goes on", async () => {
      const scorer = await hangingScorer();
      const at = await open({ words: ["plan.sxp", ...scorer.words] });
      at.type('//POI[node =~ "museum"]');
      at.press("Enter");
      await scorer.asked;
      at.type("//Day[2]");
      at.press("C-c");
      await at.until(/Cancelled\.\nsxp> \/\/Day\[2\]$/m);
      at.press("Enter");
      await at.until("run 1: 1 match");
    });

    it("clears the line with C-c, and says how to leave", async () => {
      const at = await open();
      at.type("//Da");
      at.press("C-c");
      await at.until(/^sxp> \/\/Da\n(?:.*\n)*sxp> *$/m);
      at.press("C-c", "C-c");
      await at.until("C-d or :quit leaves");
    });

    it("keeps what is typed where it is when the terminal changes its width", async () => {
      const at = await open({ columns: 70 });
      const query = '//POI[node =~ "金閣寺の庭園 museum of gardens and boats"]';
      at.type(query);
      await at.until(query);
      at.resize(30, 24);
      await at.until((screen) => atPrompt(screen).join("") === `sxp> ${query}` && atPrompt(screen).length > 1);
      at.resize(70, 24);
      await at.until((screen) => atPrompt(screen).join("") === `sxp> ${query}` && atPrompt(screen).length === 1);
      const { column } = at.cursor();
      // Six of the characters are two columns wide.
      expect(column).toBe(`sxp> ${query}`.length + 6);
    });

    it("fits a terminal of 20 columns", async () => {
      const at = await open({ columns: 20 });
      at.type('//POI[node =~ "museum"]');
      at.press("Enter");
      const shown = await at.until(/^1 0\.\d\d …?\/.*$/m);
      expect(shown).toMatch(/^2 0\.\d\d …?\/.*$/m);
      at.type("//PO");
      await at.until(/^ +POI/m);
    });

    it("steps by single keys", async () => {
      const at = await open();
      at.type(':step //Day[max(/POI[node =~ "museum"])]');
      at.press("Enter");
      await at.until("step 0>");
      at.type("n");
      await at.until("step 1>");
      at.type("s");
      await at.until("in evidence");
      at.type("b");
      await at.until(/step 1>\s*$/);
      at.type("q");
      await at.until("No longer stepping.");
    });

    it("says above the prompt that a file has changed, and leaves what is typed", async () => {
      const cwd = planFolder();
      const at = await open({ cwd });
      at.type("//Day[9]");
      await at.until("//Day[9]");
      writeFileSync(join(cwd, "plan.xml"), "<Plan><Day/></Plan>");
      await at.until(/plan\.xml has changed and was read again[^>]*\nsxp> \/\/Day\[9\]$/m);
      appendFileSync(join(cwd, "plan.xml"), "<");
      await at.until("can't be read now; what was read before stays");
    });

    it("breaks what is said between words where the terminal is narrow", async () => {
      const at = await open({ columns: 40 });
      at.type("nothing_of_this_name");
      at.press("Enter");
      const shown = await at.until(/There is no query[\s\S]*:help/);
      const lines = shown.split("\n");
      const from = lines.findIndex((line) => line.startsWith("There is no query"));
      expect(
        lines
          .slice(from, from + 3)
          .join(" ")
          .replaceAll(/\s+/g, " "),
      ).toContain("A query begins with / or //, a");
    });

    it("shows the part of a long query that a message is about, with the carets under it", async () => {
      const at = await open({ columns: 50 });
      at.type(`//POI[node =~ "${"a long condition ".repeat(5)}" and @name=]`);
      at.press("Enter");
      const lines = (await at.until("see: docs/reference/diagnostics")).split("\n");
      const carets = lines.findIndex((line) => /^ +\^+$/.test(line));
      expect(lines[carets]!.indexOf("^")).toBe(lines[carets - 1]!.indexOf("@name=]") + 6);
    });

    it("takes what was typed before it was there", async () => {
      const around = (command: string): string => `printf ready; sleep 1; exec ${command}`;
      const at = openTerminal(["plan.sxp"], { cwd: planFolder(), around });
      terminal = at;
      await at.until("ready");
      at.type("//Day[2]");
      at.press("Enter");
      at.type("//PO");
      await at.until(/run 1: 1 match[\s\S]*sxp> \/\/PO$/m);
    });

    it("goes to the background with C-z, and comes back with what was typed", async () => {
      const at = openTerminal(["plan.sxp"], { cwd: planFolder(), inShell: true });
      terminal = at;
      await at.until(/^sxp> *$/m);
      at.type("//Day[");
      await at.until("@city");
      at.press("Escape");
      await at.until((screen) => !screen.includes("@city"));
      at.press("C-z");
      await at.until(/Stopped[\s\S]*\n\$ *\n/);
      at.type("fg");
      at.press("Enter");
      await at.until(/fg\n[\s\S]*sxp> \/\/Day\[$/m);
      at.type("2]");
      at.press("Enter");
      await at.until("run 1: 1 match");
      at.press("C-d");
      await at.until(/\n\$ *\n/);
      at.type("stty -a | grep -ow -e '-*icanon'; echo left");
      at.press("Enter");
      expect(await at.until(/^left$/m)).not.toContain("-icanon\n");
    });

    it("goes on after C-z where no shell has control", async () => {
      const at = await open();
      at.type("//Day[");
      await at.until("@city");
      at.press("Escape");
      await at.until((screen) => !screen.includes("@city"));
      // In one piece: what is typed before it looks at keys again is the terminal's.
      at.type("\u001a2]\r");
      await at.until("run 1: 1 match");
    });

    it("keeps the input in sight when the terminal loses rows under an open list", async () => {
      const at = await open({ rows: 14 });
      at.type("//Day[");
      await at.until("@city");
      at.press("Down");
      for (const rows of [6, 4, 2, 12]) {
        at.resize(80, rows);
        await at.until((screen) => atPrompt(screen)[0] === "sxp> //Day[");
      }
      await at.until("@city");
    });

    it("completes on the nodes at hand while stepping, and keeps what was asked there", async () => {
      const history = join(mkdtempSync(join(tmpdir(), "sxp-history-")), "history");
      const at = await open({ env: { SXP_HISTORY: history } });
      at.type(":step //Day/POI");
      at.press("Enter");
      await at.until("step 0>");
      at.type("n");
      await at.until("step 1>");
      at.type(" @ci");
      await at.until(/^ +@city/m);
      at.press("Tab");
      await at.until(/^step 1> {2}@city$/m);
      at.press("Enter");
      await at.until('"Kyoto"  ');
      at.press("Up");
      await at.until(/^step 1> @city$/m);
    });

    it("ends a query, and not the session, with an interrupt from elsewhere", async () => {
      const scorer = await hangingScorer();
      const cwd = planFolder();
      const around = (command: string): string => `sh -c "echo \\$\\$ > pid; exec ${command}"`;
      const at = await open({ cwd, around, words: ["plan.sxp", ...scorer.words] });
      const pid = Number(readFileSync(join(cwd, "pid"), "utf8"));
      at.type('//POI[node =~ "museum"]');
      at.press("Enter");
      await scorer.asked;
      process.kill(pid, "SIGINT");
      await at.until("Cancelled.");
      at.type("//Day");
      await at.until("sxp> //Day");
      process.kill(pid, "SIGINT");
      await at.until(/^sxp> \/\/Day\n(?:.*\n)*sxp> *$/m);
      at.type("//Day[2]");
      at.press("Enter");
      await at.until("run 1: 1 match");
    });

    it("leaves the terminal as it was", async () => {
      const at = await open({
        around: (command) => `${command}; echo left $?; stty -a | tr ';' '\\n' | grep -ow -e '-*icanon' -e '-*echo'`,
      });
      at.press("C-d");
      const shown = await at.until(/^left 0[\s\S]*icanon[\s\S]*echo/m);
      expect(shown).not.toMatch(/-icanon|-echo/);
    });

    it("reads lines in a dumb terminal, without escape codes", async () => {
      const cwd = planFolder();
      const output = join(cwd, "output");
      const around = (command: string): string => `${command} 2>&1 | tee ${output}`;
      const at = await open({ cwd, env: { TERM: "dumb" }, around });
      at.type("//POI[");
      at.press("Enter");
      await at.until("...>");
      at.type("1]");
      at.press("Enter");
      await at.until("/Plan/Day[1]/POI[1]");
      expect(readFileSync(output, "utf8")).not.toContain("\u001b");
    });

    it("forgets with C-c what was begun in a dumb terminal", async () => {
      const at = await open({ env: { TERM: "dumb" } });
      at.type("//POI[");
      at.press("Enter");
      await at.until("...>");
      at.press("C-c");
      await at.until(/\^C\nsxp> *\n/);
      at.type("//Day[2]");
      at.press("Enter");
      await at.until("run 1: 1 match");
    });

    it("cancels with C-c in a dumb terminal as well", async () => {
      const scorer = await hangingScorer();
      const at = await open({ env: { TERM: "dumb" }, words: ["plan.sxp", ...scorer.words] });
      at.type('//POI[node =~ "museum"]');
      at.press("Enter");
      await scorer.asked;
      at.press("C-c");
      await at.until("Cancelled.");
      at.type("//Day[2]");
      at.press("Enter");
      await at.until("run 1: 1 match");
      at.type(":quit");
      at.press("Enter");
    });
  },
);

/** A scorer on a server that takes a question and never answers. */
async function hangingScorer() {
  const server = createServer(() => undefined);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  servers.push(server);
  const { port } = server.address() as AddressInfo;
  return {
    words: ["--scorer", `openai:http://127.0.0.1:${port}/v1#m`, "--no-cache"],
    asked: new Promise((resolve) => server.once("request", resolve)),
  };
}
