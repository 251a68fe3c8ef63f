import { writeSync } from "node:fs";
import { openJournal } from "../../../../packages/memory/src/journal/openJournal.js";
import { folderStorage } from "../../../../packages/memory/src/node/folderStorage.js";
import { blob, contentOf, keepOnly, recordsOf, write } from "./scripts.js";

/**
 * A process that works on a journal until it is killed, or has appended so many events: `node writer FOLDER NAME COUNT appends|everything`. Each event that is
 * acknowledged is written to the standard output first thing.
 */
const [folder = "", who = "", count = "", what = ""] = process.argv.slice(2);
let journal = openJournal(folderStorage(folder));
for (let n = 1; n <= Number(count); n++) {
  write(journal, `${who} ${n}`);
  writeSync(1, `${who} ${n}\n`);
  if (what === "appends") continue;
  const chance = Math.random();
  if (chance < 0.05) keepOnly(journal, () => true);
  else if (chance < 0.15) journal.pack();
  else if (chance < 0.25) journal = openJournal(folderStorage(folder));
  else if (chance < 0.3) for (const name of recordsOf(journal)) journal.read(journal.hashOf(blob(contentOf(name))));
}
