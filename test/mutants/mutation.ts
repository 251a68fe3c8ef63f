import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import type { Mutant } from "./mutantsOf.js";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** A mutant with its file, as `SXP_MUTANT` has it in JSON. */
export interface PlacedMutant extends Mutant {
  /** From the root of the repository. */
  readonly path: string;
}

/** Puts a mutant into its source as that is read; files stay as they are. */
export const mutation = ({ path, start, end, text }: PlacedMutant): Plugin => ({
  name: "mutation",
  enforce: "pre",
  transform: (code, id) => (id === `${ROOT}${path}` ? code.slice(0, start) + text + code.slice(end) : null),
});
