import { keepInTab, keptInTab } from "./tabStorage.js";

const KEPT = "studio-token";

/** The token that the address ends with, which is then taken out of it and kept for this tab; null: there is none. */
export function takeToken(): string | null {
  const given = new URLSearchParams(location.hash.slice(1)).get("token");
  if (given === null) return keptInTab(KEPT);
  history.replaceState(null, "", location.pathname);
  keepInTab(KEPT, given);
  return given;
}
