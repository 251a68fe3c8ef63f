/** What a tab keeps under a name until it is closed, also when it is loaded again; null: nothing, or the browser keeps nothing. */
export function keptInTab(name: string): string | null {
  try {
    return sessionStorage.getItem(name);
  } catch {
    return null;
  }
}

export function keepInTab(name: string, text: string): void {
  try {
    sessionStorage.setItem(name, text);
  } catch {
    // Without storage the page works until it is loaded again.
  }
}
