import type { PullProgress } from "@semantic-xpath/runtime/node";
import { bar, bytesText, cut } from "../../render/columns.js";
import type { Screen, World } from "../../render/screen.js";
import { CLEAR_LINE } from "../../render/terminal.js";

const BAR_CELLS = 20;
const BETWEEN_MILLISECONDS = 80;

interface TransferLine {
  show(progress: PullProgress): void;
  clear(): void;
}

/** How far a transfer is, on one line of standard error that is rewritten. Only on a terminal. */
export function transferLine(
  { stderr, errors }: Pick<World, "stderr" | "errors">,
  now = () => performance.now(),
): TransferLine {
  let file = "";
  let shownAt = Number.NEGATIVE_INFINITY;
  let startedAt = now();
  let startedFrom: number | null = null;
  return {
    show(progress) {
      if (!stderr.isTerminal) return;
      // What an earlier pull has left, or a file that was there, did not come over the line now.
      if (startedFrom === null || progress.file !== file) {
        startedFrom = progress.received;
        startedAt = now();
        file = progress.file;
      }
      const isDone = progress.received === progress.total;
      if (!isDone && now() - shownAt < BETWEEN_MILLISECONDS) return;
      shownAt = now();
      const seconds = (shownAt - startedAt) / 1000;
      const perSecond = seconds > 0.5 ? (progress.received - startedFrom) / seconds : null;
      stderr.write(
        CLEAR_LINE + cut(transferText(progress, perSecond, errors), errors.columns - 1, errors.glyphs.ellipsis),
      );
    },
    clear() {
      if (shownAt > Number.NEGATIVE_INFINITY) stderr.write(CLEAR_LINE);
      shownAt = Number.NEGATIVE_INFINITY;
    },
  };
}

/** `model.onnx  ██████████▏  51 %  46.1 of 90.4 MB  11.8 MB/s  4 s` */
export function transferText(
  { file, received, total }: PullProgress,
  perSecond: number | null,
  { glyphs }: Screen,
): string {
  const name = file.split("/").at(-1)!;
  const amount = total === null ? bytesText(received) : `${bytesText(received)} of ${bytesText(total)}`;
  const speed = perSecond === null ? [] : [`${bytesText(perSecond)}/s`];
  if (total === null) return [name, amount, ...speed].join("  ");
  const share = total === 0 ? 1 : received / total;
  const left = perSecond === null || perSecond <= 0 ? [] : [`${Math.ceil((total - received) / perSecond)} s`];
  const percent = `${String(Math.floor(share * 100)).padStart(3)} %`;
  return [name, bar(share, BAR_CELLS, glyphs).padEnd(BAR_CELLS), percent, amount, ...speed, ...left].join("  ");
}
