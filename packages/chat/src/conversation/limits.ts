/** Bounds on a conversation; each may be Infinity. */
export interface ChatLimits {
  /** UTF-16 units of a request. Default 2000. */
  readonly requestLength: number;
  /** Turns of a conversation, those that were retried included. Default 1000. */
  readonly turns: number;
  /** Most nodes that are handed on to an answer. Default 50. */
  readonly handedNodes: number;
  /** Most tokens of the memory that a model is shown for an answer. Default 2000. */
  readonly handedTokens: number;
  /** The spending cap: most tokens of `model`, in and out, over the whole conversation. Default Infinity. */
  readonly modelTokens: number;
  /** Milliseconds of a turn, the answers of models included. Default two minutes. */
  readonly turnMilliseconds: number;
  /** Milliseconds of one query. Default ten seconds. */
  readonly queryMilliseconds: number;
  /** Milliseconds of the search for a nearby query with results, after the request's own found nothing. Default three seconds. */
  readonly widenMilliseconds: number;
  /** An edit of more changes than these is shown first, and made when a person says yes. Default 10. */
  readonly changesUnasked: number;
  /** Changes that are kept with a turn, and shown. Default 100. */
  readonly changesShown: number;
  /** Lines of an answer without a model. Default 30. */
  readonly lines: number;
  /** Runs that are kept for memory and execution views; older ones are run again when they are looked at. Default 16. */
  readonly runs: number;
}

export const CHAT_LIMITS: ChatLimits = {
  requestLength: 2000,
  turns: 1000,
  handedNodes: 50,
  handedTokens: 2000,
  modelTokens: Number.POSITIVE_INFINITY,
  turnMilliseconds: 120_000,
  queryMilliseconds: 10_000,
  widenMilliseconds: 3000,
  changesUnasked: 10,
  changesShown: 100,
  lines: 30,
  runs: 16,
};
