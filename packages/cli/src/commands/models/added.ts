import { type InstalledModel, kindOfModel } from "@semantic-xpath/runtime/node";
import { shownPath } from "../../input/files.js";
import type { Io } from "../../io.js";
import { bytesText } from "../../render/columns.js";

/** What there is now, and how it is used. */
export async function added(model: InstalledModel, io: Io, wasThere = false): Promise<string> {
  const scorer = `${await kindOfModel(model.folder)}:${model.name}`;
  const about = `${sourceText(model, io)}, ${sizeText(model)}${wasThere ? ", was there already" : ""}`;
  return `${model.name}: ${about}\nUse it with --scorer ${scorer}\n`;
}

export const sizeText = ({ manifest }: InstalledModel): string =>
  bytesText(manifest.files.reduce((sum, { bytes }) => sum + bytes, 0));

/** `owner/model@0123456789ab quantized`, or the folder. */
export function sourceText({ manifest: { source } }: InstalledModel, io: Io): string {
  if (source.kind === "folder") return shownPath(source.folder, io);
  const variant = source.variant === "default" ? "" : ` ${source.variant}`;
  return `${source.repository}@${source.commit.slice(0, 12)}${variant}`;
}
