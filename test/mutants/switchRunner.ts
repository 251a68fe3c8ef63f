import { appendFileSync, existsSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { type RunnerTestCase, TestRunner } from "vitest";

/** A line of the file `SXP_SWITCHES_OUT`. */
export type SwitchNote =
  /** A test has run, and reached these switches. */
  | { readonly test: string; readonly reached: readonly number[] }
  /** A test noticed a switch. */
  | { readonly caught: number; readonly by: string };

const { SXP_SWITCHES_OUT: OUT = "" } = process.env;
/** What a switch may cost before it counts as a loop: times the calls of a test, and a constant for short ones. */
const [MORE_CALLS, MIN_CALLS] = [20, 100_000];
const [MORE_TIME, MIN_MILLISECONDS] = [10, 10_000];

const state = { on: -1, calls: 0, limit: Number.POSITIVE_INFINITY, reached: new Set<number>() };
Object.assign(globalThis, {
  isSwitched: (number: number): boolean => {
    state.reached.add(number);
    if (++state.calls > state.limit) throw new Error("It loops");
    return number === state.on;
  },
});

const note = (entry: SwitchNote): void => appendFileSync(OUT, `${JSON.stringify(entry)}\n`);

/** Workers beside this one catch switches as well. */
const isCaught = (number: number): boolean =>
  existsSync(OUT) && readFileSync(OUT, "utf8").includes(`{"caught":${number},`);

/** Runs each test as it is, then once more for each switch that it reaches and no test has noticed yet. */
export default class SwitchRunner extends TestRunner {
  async runTask(test: RunnerTestCase): Promise<void> {
    const run = TestRunner.getTestFn(test);
    // What fails need not be explained.
    fc.configureGlobal({ ...fc.readConfigureGlobal(), endOnFailure: true });
    Object.assign(state, { on: -1, calls: 0, limit: Number.POSITIVE_INFINITY, reached: new Set() });
    const began = Date.now();
    await run();
    const milliseconds = Date.now() - began;
    const { calls, reached } = state;
    const name = `${test.file.name}: ${test.name}`;
    note({ test: name, reached: [...reached] });
    const open = [...reached].filter((number) => !isCaught(number));
    // A test that fails when it runs again tells nothing.
    if (open.length === 0 || (await fails(run, Number.POSITIVE_INFINITY))) return;
    for (const number of open) {
      if (isCaught(number)) continue;
      Object.assign(state, { on: number, calls: 0, limit: calls * MORE_CALLS + MIN_CALLS });
      if (await fails(run, milliseconds * MORE_TIME + MIN_MILLISECONDS)) note({ caught: number, by: name });
      Object.assign(state, { on: -1, limit: Number.POSITIVE_INFINITY });
    }
  }
}

async function fails(run: () => unknown, milliseconds: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((_, refuse) => {
    if (Number.isFinite(milliseconds)) timer = setTimeout(() => refuse(new Error("It takes too long")), milliseconds);
  });
  try {
    await Promise.race([run(), late]);
    return false;
  } catch {
    return true;
  } finally {
    clearTimeout(timer);
  }
}
