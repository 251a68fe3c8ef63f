/** Value stored in a tab under a name until it is closed, including reloads; null: none, or without storage. */
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
