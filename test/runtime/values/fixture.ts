import {
  type CompileOptions,
  compile,
  type RunOptions,
  type RunResult,
  readXml,
  type Tree,
} from "@semantic-xpath/runtime";
import { expect } from "vitest";

export const trip: Tree = readXml(`
<Plan max="40">
  <Day n="1"><POI name="Museum" cost="12" stars="4">old</POI><POI name="Lake" cost="0"/><POI name="Tower" cost="30" stars="5">high</POI></Day>
  <Day n="2"><POI name="Park"/><POI name="Zoo" cost="9" stars="4"/></Day>
  <Limit day="1" cost="20"/><Limit day="2" cost="9"/>
</Plan>`);

export async function run(
  text: string,
  options: RunOptions = {},
  compileOptions: CompileOptions = {},
): Promise<RunResult> {
  const { query, diagnostics } = compile(text, compileOptions);
  expect(
    diagnostics.filter(({ severity }) => severity === "error").map(({ code, message }) => `${code} ${message}`),
    text,
  ).toEqual([]);
  return query!.run(trip, options);
}

export const paths = async (text: string, options: RunOptions = {}): Promise<string[]> =>
  (await run(text, options)).matches.map(({ path }) => path);

/** What each result says of itself. */
export const values = async (text: string, options: RunOptions = {}): Promise<string[]> =>
  (await run(text, options)).matches.map(({ value }) => value);

export const valued = async (text: string, options: RunOptions = {}): Promise<unknown> =>
  (await run(text, options)).value;
