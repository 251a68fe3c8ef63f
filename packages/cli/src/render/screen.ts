import type { Io } from "../io.js";
import { guarded, type Paint, paintOf } from "./terminal.js";

/** How to write on one of the outputs: colours, characters and width. */
export interface Screen {
  readonly paint: Paint;
  readonly glyphs: Glyphs;
  readonly columns: number;
}

/** Characters that not every terminal has. */
export type Glyphs = Readonly<typeof UNICODE>;

const UNICODE = {
  // A full cell of a bar, and its parts from an eighth up.
  full: "█",
  parts: ["▏", "▎", "▍", "▌", "▋", "▊", "▉"],
  // Marks what was cut. Empty where nothing is: a file or a pipe has room.
  ellipsis: "…",
  dot: "·",
  rule: "─",
  branch: "├─ ",
  lastBranch: "└─ ",
  line: "│  ",
  arrow: "→",
  atMost: "≤",
};

const ASCII: Glyphs = {
  full: "#",
  parts: [],
  ellipsis: "...",
  dot: "-",
  rule: "-",
  branch: "|- ",
  lastBranch: "`- ",
  line: "|  ",
  arrow: "->",
  atMost: "<=",
};

const MIN_COLUMNS = 40;

/** The world, and how to write on its outputs. */
export interface World extends Io {
  /** Colour from the command line; null: the environment decides. */
  readonly color: boolean | null;
  readonly screen: Screen;
  readonly errors: Screen;
}

export const worldOf = (io: Io, color: boolean | null): World =>
  Object.assign(guarded(io), {
    color,
    screen: screenOf(io, "stdout", color),
    errors: screenOf(io, "stderr", color),
  });

/** Capabilities of an output. `color` comes from the command line; null: the environment decides. */
export function screenOf(io: Io, output: "stdout" | "stderr", color: boolean | null): Screen {
  return {
    paint: paintOf(color ?? wantsColor(io, output)),
    glyphs: { ...(showsUnicode(io) ? UNICODE : ASCII), ...(!io[output].isTerminal && { ellipsis: "" }) },
    columns: Math.max(MIN_COLUMNS, io.columns),
  };
}

/** no-color.org and force-color.org; a terminal that is not dumb has colour. */
function wantsColor({ env, stdout, stderr }: Io, output: "stdout" | "stderr"): boolean {
  if (env.NO_COLOR !== undefined && env.NO_COLOR !== "") return false;
  if (env.FORCE_COLOR !== undefined) return env.FORCE_COLOR !== "0" && env.FORCE_COLOR !== "false";
  return (output === "stdout" ? stdout : stderr).isTerminal && env.TERM !== "dumb";
}

/** A locale that names another encoding decides; without one, UTF-8 is what Node writes. */
function showsUnicode({ env }: Io): boolean {
  if (env.TERM === "dumb") return false;
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG || "UTF-8";
  return /utf-?8/i.test(locale);
}
