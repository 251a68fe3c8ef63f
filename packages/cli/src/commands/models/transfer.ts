import type { PullProgress } from "@semantic-xpath/runtime/node";
import { waitingLine } from "../../progress.js";
import { bar, bytesText, cut } from "../../render/columns.js";
import type { Screen, World } from "../../render/screen.js";

const BAR_CELLS = 20;

/** Progress of a transfer, on one rewritten line of standard error. Only on a terminal. */
export function transferLine(io: Pick<World, "stderr" | "errors" | "env">, now = () => performance.now()) {
  const { say, clear } = waitingLine(io, 0);
  const { errors } = io;
  let file = "";
  let startedAt = now();
  let startedFrom = 0;
  const show = (progress: PullProgress): void => {
    // Bytes of an earlier pull, or of an existing file, were not transferred now.
    if (progress.file !== file) {
      startedFrom = progress.received;
      startedAt = now();
      file = progress.file;
    }
    const seconds = (now() - startedAt) / 1000;
    const perSecond = seconds > 0.5 ? (progress.received - startedFrom) / seconds : null;
    say(cut(transferText(progress, perSecond, errors), errors.columns - 1, errors.glyphs.ellipsis));
  };
  return { show, clear };
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
  const remaining = perSecond === null || perSecond <= 0 ? [] : [`${Math.ceil((total - received) / perSecond)} s`];
  const percent = `${String(Math.floor(share * 100)).padStart(3)} %`;
  return [name, bar(share, BAR_CELLS, glyphs).padEnd(BAR_CELLS), percent, amount, ...speed, ...remaining].join("  ");
}
