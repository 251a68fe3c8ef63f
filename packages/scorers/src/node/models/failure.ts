/** Failure to fetch, add or find a model, in words for the user. Never holds a token. */
export class ModelFailure extends Error {
  override readonly name = "ModelFailure";

  constructor(
    /** `usage`: what was asked can't be meant. `files`: the disk. `hub`: the endpoint or the way there. `refused`: not safe, or not what it should be. */
    readonly kind: "usage" | "files" | "hub" | "refused",
    message: string,
    options?: { cause?: unknown },
  ) {
    super(message, options);
  }
}
