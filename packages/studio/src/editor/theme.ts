import { EditorView } from "@codemirror/view";

/** The editor in the colours of the page around it, whose properties reach into it. */
export const theme = EditorView.theme({
  "&": { color: "var(--code)", backgroundColor: "var(--input-bg)", fontSize: "inherit", minHeight: "inherit" },
  // The element that it is in shows the focus, around all of its room.
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.6" },
  ".cm-content": { caretColor: "var(--fg)", padding: "6px 0" },
  ".cm-cursor, .cm-dropCursor": { borderLeftColor: "var(--fg)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground, ::selection": {
    backgroundColor: "color-mix(in srgb, var(--accent) 30%, transparent)",
  },
  ".cm-matchingBracket, &.cm-focused .cm-matchingBracket": {
    backgroundColor: "transparent",
    outline: "1px solid var(--quiet)",
  },
  ".cm-placeholder": { color: "var(--quiet)" },
  ".cm-tooltip": {
    backgroundColor: "var(--menu-bg)",
    border: "1px solid var(--line)",
    borderRadius: "4px",
    color: "var(--menu-fg)",
    fontFamily: "var(--sans)",
    maxHeight: "20rem",
    maxWidth: "min(36rem, 92vw)",
    overflow: "auto",
  },
  ".cm-tooltip code, .cm-tooltip pre": { fontFamily: "var(--mono)", whiteSpace: "pre-wrap" },
  ".cm-tooltip a": { color: "var(--accent)" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": { fontFamily: "var(--mono)", maxWidth: "min(30rem, 92vw)" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]": {
    backgroundColor: "var(--selected)",
    color: "var(--selected-fg)",
  },
  ".cm-completionDetail": { color: "var(--quiet)", fontStyle: "normal" },
  ".cm-completionMatchedText": { color: "var(--accent)", textDecoration: "none", fontWeight: "600" },
  ".cm-diagnostic": { color: "var(--fg)", padding: "4px 8px" },
  ".cm-diagnostic-error": { borderLeftColor: "var(--error)" },
  ".cm-diagnostic-warning": { borderLeftColor: "var(--warning)" },
  ".cm-diagnostic-info, .cm-diagnostic-hint": { borderLeftColor: "var(--accent)" },
  ".cm-diagnosticAction": {
    backgroundColor: "var(--primary)",
    color: "var(--primary-fg)",
    borderRadius: "3px",
    cursor: "pointer",
    padding: "2px 8px",
  },
  ".cm-lintRange-error": { backgroundImage: "none", textDecoration: "underline wavy var(--error) 1px" },
  ".cm-lintRange-warning": { backgroundImage: "none", textDecoration: "underline wavy var(--warning) 1px" },
  ".cm-lintRange-info, .cm-lintRange-hint": {
    backgroundImage: "none",
    textDecoration: "underline dotted var(--quiet) 1px",
  },
  ".cm-panels": { backgroundColor: "var(--raised)", color: "var(--fg)" },
  ".cm-button": { backgroundImage: "none", backgroundColor: "var(--raised)", color: "var(--fg)" },
  ".cm-textfield": { backgroundColor: "var(--input-bg)", color: "var(--input-fg)" },
  ".sxp-class, .sxp-property": { color: "var(--name)" },
  ".sxp-function, .sxp-keyword, .sxp-modifier": { color: "var(--keyword)" },
  ".sxp-string": { color: "var(--string)" },
  ".sxp-number, .sxp-parameter": { color: "var(--number)" },
  ".sxp-comment": { color: "var(--quiet)", fontStyle: "italic" },
});
