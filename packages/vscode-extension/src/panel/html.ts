/** Type of the panels in VS Code. */
export const PANEL_TYPE = "sxp.run";

interface Page {
  readonly script: string;
  readonly style: string;
  readonly nonce: string;
}

/**
 * The page of the panel. Nothing runs in it but the script with the nonce, nothing is fetched, and the only styles are the
 * panel's own; content of the data arrives as messages and is written as text.
 */
export const panelHtml = ({ script, style, nonce }: Page): string => `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy(nonce)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Semantic XPath</title>
<link rel="stylesheet" nonce="${nonce}" href="${style}">
</head>
<body>
<div id="app"></div>
<script nonce="${nonce}" src="${script}"></script>
</body>
</html>
`;

const policy = (nonce: string): string =>
  ["default-src 'none'", `style-src 'nonce-${nonce}'`, `script-src 'nonce-${nonce}'`].join("; ");

/** 128 bits, as a word for an attribute. */
export const newNonce = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
