/**
 * Parts of Chevrotain's parser for what ours has no use for, in the place of their modules: it recovers from nothing since its grammar is total, decides by
 * strategy of its own, builds no concrete syntax tree, and proposes and measures nothing. What is asked for them says so as they would.
 */

/** A parser of Chevrotain, as far as these parts look into it. */
interface Parser {
  recoveryEnabled: boolean;
  outputCst: boolean;
  CST_STACK: unknown[];
  RULE_STACK: readonly number[];
  RULE_STACK_IDX: number;
  shortRuleNameToFullName(name: number): string;
}

export class Recoverable {
  initRecoverable(this: Parser): void {
    this.recoveryEnabled = false;
  }
  attemptInRepetitionRecovery(): void {}
  getHumanReadableRuleStack(this: Parser): string[] {
    return this.RULE_STACK.slice(0, this.RULE_STACK_IDX + 1).map((name) => this.shortRuleNameToFullName(name));
  }
}
export const IN_RULE_RECOVERY_EXCEPTION = "InRuleRecoveryException";

export class TreeBuilder {
  initTreeBuilder(this: Parser): void {
    this.CST_STACK = [];
    this.outputCst = false;
  }
  cstInvocationStateUpdate(): void {}
  cstFinallyStateUpdate(): void {}
  cstPostTerminal(): void {}
  cstPostNonTerminal(): void {}
}

export class ContentAssist {
  initContentAssist(): void {}
}

export class PerformanceTracer {
  initPerformanceTracer(): void {}
  TRACE_INIT<T>(_phase: string, make: () => T): T {
    return make();
  }
}

/** Never made: our parser has a strategy. */
export class LLkLookaheadStrategy {}
export const PROD_TYPE = {} as const;
/** Used in texts of errors alone, which are never shown. */
export const getLookaheadPaths = (): readonly never[] => [];
export const getLookaheadPathsForOr = getLookaheadPaths;
export const getLookaheadPathsForOptionalProd = getLookaheadPaths;

/** Positions after a recovery. */
export const computeAllProdsFollows = (): object => ({});
export const NextTerminalAfterManyWalker = null;
export const NextTerminalAfterManySepWalker = null;
export const NextTerminalAfterAtLeastOneWalker = null;
export const NextTerminalAfterAtLeastOneSepWalker = null;
