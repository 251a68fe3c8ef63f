/** The text of a script that is an editor for a panel: it answers from what it was given, by messages, and notes the first row. */
export const hostScript = (answers) => `(${host})(${JSON.stringify(answers)});`;

function host(answers) {
  const known = new Map(answers.labels.map((label) => [label.node, label]));
  const type = new Uint16Array(Uint8Array.from(atob(answers.tree.type), (c) => c.charCodeAt(0)).buffer);
  const labelOf = (node) => {
    const name = answers.tree.types[type[node - 1]];
    return known.get(node) ?? { node, type: name, step: `${name}[3]`, summary: `n${node} · Flight · 2026-06-08` };
  };
  const answerOf = (method, params) => {
    if (method === "labels") return params.nodes.map(labelOf);
    return method === "why" ? null : answers[method];
  };
  const entry = {
    id: "1",
    title: "bench",
    query: "//POI",
    scorer: "lexical",
    count: answers.overview.resultCount,
    at: 0,
  };
  window.acquireVsCodeApi = () => ({
    postMessage(message) {
      if (message.type === "ready") window.postMessage({ type: "show", runs: [entry], run: "1", view: "memory" }, "*");
      if (message.type === "ask") {
        const value = answerOf(message.method, message.params);
        window.postMessage({ type: "answer", id: message.id, value }, "*");
      }
    },
    getState: () => null,
    setState() {},
  });
  const look = () => {
    if (document.querySelector(".tree-summary") === null) return requestAnimationFrame(look);
    // The frame after the one in which it was drawn: by then it was on the screen.
    requestAnimationFrame(() => {
      window.firstRowAt = performance.now();
    });
  };
  requestAnimationFrame(look);
}
