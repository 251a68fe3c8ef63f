import { keepInTab, keptInTab } from "./tabStorage.js";

const KEPT = "studio-token";

/** The token that the address ends with, which is then taken out of it and kept for this tab; null: there is none. */
export function takeToken(): string | null {
  const fromAddress = new URLSearchParams(location.hash.slice(1)).get("token");
  if (fromAddress === null) return keptInTab(KEPT);
  history.replaceState(null, "", location.pathname);
  keepInTab(KEPT, fromAddress);
  return fromAddress;
}
