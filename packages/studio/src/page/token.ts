const KEPT = "studio-token";

/** The token that the address ends with, which is then taken out of it and kept for this tab; null: there is none. */
export function takeToken(): string | null {
  const given = new URLSearchParams(location.hash.slice(1)).get("token");
  if (given === null) return kept();
  history.replaceState(null, "", location.pathname);
  try {
    sessionStorage.setItem(KEPT, given);
  } catch {
    // Without storage the page works until it is loaded again.
  }
  return given;
}

function kept(): string | null {
  try {
    return sessionStorage.getItem(KEPT);
  } catch {
    return null;
  }
}
