import fc from "fast-check";
import { runs } from "./runs.js";

// SXP_SEED: the same random cases each time, as in `.ci/run`, where one commit has one answer. Without it each run looks elsewhere.
const { SXP_SEED } = process.env;
fc.configureGlobal({ numRuns: runs(100), ...(SXP_SEED === undefined ? {} : { seed: Number(SXP_SEED) }) });
