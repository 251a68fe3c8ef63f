/** Why a server gave no answer. The message is a sentence that can be shown: it holds no key, credentials or query. */
export class ApiFailure extends Error {
  override readonly name: string = "ApiFailure";
}

/** The server takes less at once: 413 Content Too Large. */
export class TooLarge extends ApiFailure {
  override readonly name = "TooLarge";
}
