import { type InstalledModel, kindOfModel } from "@semantic-xpath/runtime/node";
import { shownPath } from "../../input/files.js";
import type { Io } from "../../io.js";
import { bytesText } from "../../render/bytes.js";
import { sizeOf, sourceText } from "./list.js";

/** What was got, and how it is used. */
export async function added(model: InstalledModel, io: Io, wasThere = false): Promise<string> {
  const source = sourceText(model, (path) => shownPath(path, io));
  const scorer = `${await kindOfModel(model.folder)}:${model.name}`;
  return `${model.name}: ${source}, ${bytesText(sizeOf(model))}${wasThere ? ", was there already" : ""}\nUse it with --scorer ${scorer}\n`;
}
