import { FORMATS, WRITTEN_FORMATS } from "@semantic-xpath/readers/formats";
import { MAPPINGS } from "@semantic-xpath/readers/mappings";
import { listed } from "@semantic-xpath/values";
import { writeOut } from "../input/files.js";
import type { World } from "../render/screen.js";

import { output, READING, TREE_FILES } from "../spec/shared.js";
import { command, operand, option } from "../spec/spec.js";
import { EXIT, type ExitCode, Stop, usage } from "../stop.js";

export const convert = command({
  name: "convert",
  summary: "write data in another format",
  description:
    `Writes a tree as ${listed(
      WRITTEN_FORMATS.map((name) => FORMATS[name].noun),
      "or",
    )} that reads as the same tree again. ` +
    "What a format can't hold is reported, and never left out: JSON and YAML in the shape of nodes hold every tree. " +
    "CSV holds rows of attributes; types that it loses are reported.",
  operands: [operand("[FILE]", TREE_FILES)],
  options: [
    option("--to FORMAT", "the format to write", { choices: WRITTEN_FORMATS }),
    option(
      "--shape SHAPE",
      "JSON and YAML: node, an object with type, attributes and children for each node (default); data, as people write it",
      { choices: ["node", "data"] },
    ),
    option("--indent N", "spaces of each level; 0 writes XML and JSON on one line. Default 2", {
      range: { whole: true, least: 0, most: 16 },
    }),
    ...READING,
    option("--show", "write the mapping that --mapping names instead of data, to copy and change it"),
    output(),
  ],
  examples: {
    "JSON as XML.": "convert examples/mealplan/mealplan.json --to xml",
    "XML as YAML, as people write it.": "convert examples/todo/todo.xml --to yaml --shape data",
    "A mapping of one's own, which begins as a shipped one.": "convert --mapping chatgpt --show -o mine.mapping.json",
    "Records as a table.": "convert examples/chats/talk.jsonl --to csv",
    "Write it to a file.": "convert examples/itinerary/itinerary.xml --to json -o itinerary.json",
  },
  async run({ operands: [path], options }, io) {
    if (options.show) return showMapping(options, io);
    if (path === undefined) throw usage("name the data to convert.");
    if (options.to === undefined) throw usage(`say which format to write: --to ${listed(WRITTEN_FORMATS, "or")}.`);
    const { readData, shownName } = await import("../input/data.js");
    const { verbatim } = await import("../render/terminal.js");
    const { isSeveral, tree, trees } = await readData([path], io, {}, options);
    if (isSeveral) throw usage("several trees can't be written as one: name one file.");
    const writers = await import("@semantic-xpath/writers");
    const { to, shape = "node", indent = 2 } = options;
    try {
      const text = writers.writeAs(to, tree, { indent, shape, onNote: (note) => io.stderr.write(`sxp: ${note}\n`) });
      const isFile = options.output !== undefined || io.stdout.isTerminal;
      await writeOut(isFile ? text : verbatim(text), options.output, io);
      return EXIT.fine;
    } catch (error) {
      if (!(error instanceof writers.WriteError)) throw error;
      const { diagnosticText } = await import("../render/diagnostics.js");
      const { name, text } = trees[0]!;
      // In a folder the place is said by the path.
      const isFile = tree.source.documents === undefined;
      const diagnostic = isFile ? error.diagnostic : { ...error.diagnostic, span: { start: 0, end: 0 } };
      const source = { name: shownName(name), text: isFile ? await text() : "" };
      throw new Stop(EXIT.diagnostics, diagnosticText(source, diagnostic, io.errors));
    }
  },
});

async function showMapping(
  options: { readonly mapping?: string | undefined; readonly output?: string | undefined },
  io: World,
): Promise<ExitCode> {
  const shipped = MAPPINGS.find(({ name }) => name === options.mapping);
  if (shipped === undefined)
    throw usage(
      `--show writes one of ${listed(
        MAPPINGS.map(({ name }) => name),
        "or",
      )}: name it by --mapping.`,
    );
  await writeOut(`${(await shipped.load()).mapping}\n`, options.output, io);
  return EXIT.fine;
}
