/** Allowed elements of documentation. Other content, such as images, forms and executable addresses, is shown as its text. */
const ELEMENTS = new Set(
  "P BR HR PRE CODE EM STRONG DEL UL OL LI BLOCKQUOTE TABLE THEAD TBODY TR TH TD A H1 H2 H3 H4 H5 H6 SPAN".split(" "),
);

/**
 * HTML that was made from a schema's or the server's words, without what could load, run or dress anything: a schema is an untrusted text.
 */
export function safeHtml(html: string): string {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  for (const element of [...body.querySelectorAll("*")].reverse()) {
    if (!ELEMENTS.has(element.tagName)) element.replaceWith(...(isText(element) ? element.childNodes : []));
    for (const { name } of [...element.attributes]) if (!isKept(element, name)) element.removeAttribute(name);
    if (element.tagName !== "A") continue;
    element.setAttribute("rel", "noreferrer");
    element.setAttribute("target", "_blank");
  }
  return body.innerHTML;
}

const isText = ({ tagName }: Element): boolean =>
  !["SCRIPT", "STYLE", "TEMPLATE", "IFRAME", "OBJECT"].includes(tagName);

/** Highlighted code has classes. */
const isKept = (element: Element, name: string): boolean =>
  name === "class" ||
  (element.tagName === "A" && name === "href" && /^https:\/\//.test(element.getAttribute("href") ?? ""));
