import { readsAsDate, readsAsNumber } from "@semantic-xpath/values";
import type { ValueType } from "./schema.js";

/** Whether a written value is one of the type: `readsAs("2.50", "number")`, `readsAs("2026-03-14", "date")`. */
export function readsAs(text: string, type: ValueType): boolean {
  switch (type) {
    case "string":
      return true;
    case "number":
      return readsAsNumber(text);
    case "boolean":
      return text === "true" || text === "false";
    case "date":
      return readsAsDate(text);
  }
}
