import { ModelFailure } from "./failure.js";

/** Valid names of models. The name is that of a folder, so it can't lead elsewhere. */
const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,95}$/;
/** Names that Windows keeps for devices, with any ending. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

export const isModelName = (text: string): boolean => NAME.test(text) && !DEVICE.test(text) && !text.endsWith(".");

/** @throws ModelFailure for what is not a name. */
export function checkModelName(name: string): string {
  if (isModelName(name)) return name;
  throw new ModelFailure(
    "usage",
    `"${name}" can't be the name of a model: letters, digits, ".", "_" and "-", a letter or digit first.`,
  );
}

/** A repository with the revision that is wanted of it. */
export interface ModelReference {
  /** `owner/name`. */
  readonly repository: string;
  /** A branch, a tag or a commit. */
  readonly revision: string;
}

const PART = "[A-Za-z0-9][A-Za-z0-9._-]{0,95}";
const REFERENCE = new RegExp(`^(${PART}/${PART})(?:@([A-Za-z0-9][A-Za-z0-9._/-]{0,127}))?$`);

/**
 * `REPO[@REVISION]`.
 *
 * @example readReference("owner/small-model@v1.0") // { repository: "owner/small-model", revision: "v1.0" }
 * @throws ModelFailure for anything else.
 */
export function readReference(text: string): ModelReference {
  const [, repository, revision = "main"] = REFERENCE.exec(text) ?? [];
  if (repository === undefined || text.includes("..") || !isModelName(nameOfRepository(repository))) {
    throw new ModelFailure("usage", `"${text}" names no model: write OWNER/NAME, or OWNER/NAME@REVISION.`);
  }
  return { repository, revision };
}

/** Default name of a model of the hub: the last part of the repository. */
export const nameOfRepository = (repository: string): string => repository.split("/").at(-1)!;
