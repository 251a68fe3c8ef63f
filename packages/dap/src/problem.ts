export { messageOf } from "@semantic-xpath/inspect/numbers";

/** Why a request has no answer, in words for the one who asked. */
export class RequestProblem extends Error {
  override readonly name = "RequestProblem";

  constructor(
    message: string,
    /** True if the editor should show it in a box of its own. */
    readonly isShown = true,
  ) {
    super(message);
  }
}

/** A request that was withdrawn. */
export class Cancelled extends RequestProblem {
  constructor() {
    super("cancelled", false);
  }
}
