/** A stylesheet as the text of a `style` element, which it can't end. */
export const inStyle = (style: string): string => style.replace(/<(?=\/style)/gi, "\\3c ").trim();

/** Data as the text of an element. */
export const inText = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** A content security policy names an element's text by the hash of its UTF-8. */
export async function hashOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return `sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}`;
}
