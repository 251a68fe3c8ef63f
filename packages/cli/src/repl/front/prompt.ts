import type { Session } from "../session/session.js";

/** `sxp> `, and while stepping the number of the stop. */
export const promptOf = ({ stepping }: Session): string =>
  stepping === null ? "sxp> " : `step ${stepping.stepper.halt.stop?.index ?? 0}> `;
