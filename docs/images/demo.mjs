/** Draws the first part of `sxp demo` as docs/images/demo.svg: `node docs/images/demo.mjs` after a build. */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const output = execFileSync(process.execPath, [here("../../packages/cli/bin/sxp.js"), "demo"], {
  cwd: here("../../"),
  env: { ...process.env, NO_COLOR: "1", LANG: "en_US.UTF-8", LC_ALL: "" },
  encoding: "utf8",
});
const lines = output.slice(0, output.indexOf("── 2.")).trimEnd().split("\n");

const [LINE, CHARACTER, MARGIN] = [20, 8.4, 16];
const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
const colour = (line) => (/^ {2}(Flat|Scoped)/.test(line) ? "#ffffff" : /^ {2}\//.test(line) ? "#7dd3fc" : "#cbd5e1");
const texts = lines.map(
  (line, i) =>
    `<text x="${MARGIN}" y="${MARGIN + (i + 0.75) * LINE}" fill="${colour(line)}" xml:space="preserve">${escaped(line)}</text>`,
);
const width = Math.ceil(80 * CHARACTER + 2 * MARGIN);
const height = lines.length * LINE + 2 * MARGIN;
writeFileSync(
  here("demo.svg"),
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="ui-monospace, Menlo, Consolas, monospace" font-size="14">
<title>A flat search and a scoped one for the same question</title>
<rect width="${width}" height="${height}" rx="8" fill="#0f172a"/>
${texts.join("\n")}
</svg>
`,
);
