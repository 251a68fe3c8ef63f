import type { DiffHunk } from "./treeDiff.js";
import type { UpdateResult } from "./updateResult.js";
import type { UpdateTarget } from "./updateTarget.js";

/** Role of a piece of the text, for colours. */
export type UpdatePart = "added" | "removed" | "place" | "quiet" | "good" | "error" | "warning" | "hint";

export interface RenderUpdateOptions {
  /** With colours of a terminal. Default: no colours. */
  readonly color?: boolean;
  /** Own colours in place of those. */
  readonly paint?: (text: string, part: UpdatePart) => string;
  /** Most candidates of a target that are shown. Default 5. */
  readonly candidates?: number;
}

/**
 * The result of an update for people, as `git diff` shows a text: what became of it, what its targets were, the changes with lines that are
 * gone and new, and what the checks found. Control characters of the data are made visible.
 */
export function renderUpdate(result: UpdateResult, options: RenderUpdateOptions = {}): string {
  const paint = options.paint ?? (options.color ? colored : (text) => text);
  const { status, conflict, diagnostics } = result;
  const isBad = ["invalid", "unclear", "refused", "conflict"].includes(status);
  const lines = [
    paint(headline(result), isBad ? "error" : "good"),
    ...result.targets.flatMap((target, i) => targetLines(target, i, options.candidates ?? 5, paint)),
    ...renderDiff(result.diff, paint),
    ...diagnostics.map(
      ({ severity, code, message }) => `${paint(`${severity} ${code}`, severity)}: ${printed(message)}`,
    ),
    ...(conflict?.since ?? []).map(
      (text) => `  ${paint(`since version ${conflict!.expected}:`, "quiet")} ${printed(text)}`,
    ),
  ];
  return `${lines.join("\n")}\n`;
}

type Painting = (text: string, part: UpdatePart) => string;

function headline({ status, task, branch, base, version }: UpdateResult): string {
  const subject = printed(branch === "main" ? task : `${task} (${branch})`);
  switch (status) {
    case "applied":
      return `${subject}: version ${version}, on version ${base}`;
    case "dry run":
      return `${subject}: dry run on version ${base}; nothing was written`;
    case "repeated":
      return `${subject}: done already, as version ${version}; nothing was written`;
    case "unchanged":
      return `${subject}: nothing to change in version ${base}`;
    case "unclear":
      return `${subject}: say which node is meant; nothing was written`;
    case "invalid":
      return `${subject}: the update has mistakes; nothing was written`;
    case "refused":
      return `${subject}: refused; nothing was written`;
    case "conflict":
      return `${subject}: somebody else has written since; nothing was written`;
  }
}

function targetLines(target: UpdateTarget, place: number, most: number, paint: Painting): readonly string[] {
  const { outcome, key, path, weight, candidates, reason } = target;
  const name = `target ${place + 1}, ${printed(target.target)}:`;
  if (outcome === "chosen") return [`${name} ${paint(`#${key} ${printed(path ?? "")}`, "place")}${surely(weight)}`];
  if (outcome === "none")
    return [`${name} no node${reason === null ? "" : `. ${printed(reason)}`}`, ...candidateLines()];
  return [
    `${name} ${outcome === "unsure" ? "no node is sure enough" : "several nodes may be meant"}`,
    ...candidateLines(),
  ];

  function candidateLines(): readonly string[] {
    return candidates
      .slice(0, most)
      .flatMap((candidate) => [
        `  ${paint(`#${candidate.key} ${printed(candidate.path)}`, "place")}${surely(candidate.weight)} ${printed(candidate.text)}`,
        ...(candidate.repair === null ? [] : [`    ${paint("try:", "quiet")} ${printed(candidate.repair)}`]),
      ]);
  }
}

const surely = (weight: number | null): string => (weight === null || weight === 1 ? "" : ` (${weight.toFixed(3)})`);

/** Changes as lines, each with its place. */
export function renderDiff(diff: readonly DiffHunk[], paint: Painting = (text) => text): readonly string[] {
  return diff.flatMap(({ path, key, text, removed, added, omitted }) => [
    `${paint(`@@ ${printed(path)} #${key} @@`, "place")} ${printed(text)}`,
    ...removed.map((line) => paint(`- ${printed(line)}`, "removed")),
    ...added.map((line) => paint(`+ ${printed(line)}`, "added")),
    ...(omitted > 0 ? [paint(`  … ${omitted} more lines`, "quiet")] : []),
  ]);
}

/** Data may hold codes that move a cursor or change the direction of writing. */
const printed = (text: string): string =>
  text.replace(/\p{Cc}|\p{Bidi_Control}/gu, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

const CODES: Readonly<Record<UpdatePart, readonly [open: number, close: number]>> = {
  added: [32, 39],
  removed: [31, 39],
  place: [36, 39],
  quiet: [2, 22],
  good: [1, 22],
  error: [31, 39],
  warning: [33, 39],
  hint: [34, 39],
};

const colored: Painting = (text, part) => `\u001b[${CODES[part][0]}m${text}\u001b[${CODES[part][1]}m`;
