import { diagnose, type Query, type ValueQuery } from "@semantic-xpath/parser";
import { readDate, readValue } from "@semantic-xpath/values";
import type { Check, CheckContext, Place } from "../checked.js";

/** The moment of a query: it must be readable, and needs types with a validity. */
export const asOf: Check = {
  codes: ["SXP2038", "SXP3017"],
  on: { Query: checkMoment, ValueQuery: checkMoment },
};

function checkMoment({ diagnostics, schema }: CheckContext, query: Query | ValueQuery, { parent }: Place): void {
  const moment = parent === query ? (query.asOf ?? null) : null;
  if (moment === null || moment.kind === "Missing") return;
  if (moment.kind === "StringLiteral" && !isMoment(moment.value))
    diagnostics.push(diagnose("SXP2038", moment.span, { text: moment.value }));
  const hasRole = Object.values(schema?.schema.types ?? {}).some(({ validity }) => validity !== undefined);
  if (!hasRole) diagnostics.push(diagnose("SXP3017", moment.span, {}));
}

const isMoment = (text: string): boolean =>
  text === "now" ||
  text === "all" ||
  !Number.isNaN(readDate(text)) ||
  readValue({ kind: "dateTime" }, text) !== null ||
  readValue({ kind: "date" }, text) !== null;
