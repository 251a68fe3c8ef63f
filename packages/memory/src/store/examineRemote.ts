import { MirrorJournal, type MirrorOptions } from "../journal/mirrorJournal.js";
import type { RemoteJournal } from "../journal/remoteJournal.js";
import { type DoctorOptions, type DoctorReport, examineJournal } from "./doctor.js";
import { Memory } from "./memory.js";

/** `Memory.doctorAsync` of a store on a server, also of one so damaged that it can't be opened. Rejects with SXP5001 for a store that is missing. */
export async function examineRemote(
  remote: RemoteJournal,
  store: string,
  { expect, ...mirror }: DoctorOptions & MirrorOptions = {},
): Promise<DoctorReport> {
  const copy = await new MirrorJournal(remote, store, mirror).remote.copy();
  return examineJournal(
    copy,
    (journal) => Memory.open(journal, { readOnly: true }),
    expect === undefined ? {} : { expect },
  );
}
