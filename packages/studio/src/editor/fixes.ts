import { type Action, type Diagnostic, setDiagnostics } from "@codemirror/lint";
import { type LSPClient, type LSPClientExtension, LSPPlugin } from "@codemirror/lsp-client";
import type { EditorView } from "@codemirror/view";
import type * as lsp from "vscode-languageserver-protocol";

/** Problems, each with a button for every fix of the server, which CodeMirror's client does not request by itself. */
export const diagnosticsWithFixes = (): LSPClientExtension => ({
  clientCapabilities: {
    textDocument: {
      publishDiagnostics: { versionSupport: true },
      codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: ["quickfix"] } } },
    },
  },
  notificationHandlers: {
    "textDocument/publishDiagnostics": (client, params: lsp.PublishDiagnosticsParams) => {
      const file = client.workspace.getFile(params.uri);
      if (!file || (params.version !== undefined && params.version !== file.version)) return false;
      const view = file.getView();
      if (view === null) return false;
      void show(client, view, params);
      return true;
    },
  },
});

async function show(client: LSPClient, view: EditorView, params: lsp.PublishDiagnosticsParams): Promise<void> {
  const { doc } = view.state;
  const without = params.diagnostics.map((found) => diagnosticOf(view, found, []));
  view.dispatch(setDiagnostics(view.state, without));
  const fixes = await Promise.all(params.diagnostics.map((found) => fixesOf(client, params.uri, found)));
  // A message about an older text is ignored: the next one follows.
  if (view.state.doc !== doc || fixes.every((some) => some.length === 0)) return;
  const withFixes = params.diagnostics.map((found, at) => diagnosticOf(view, found, fixes[at]!));
  view.dispatch(setDiagnostics(view.state, withFixes));
}

async function fixesOf(client: LSPClient, uri: string, found: lsp.Diagnostic): Promise<readonly lsp.CodeAction[]> {
  const params = {
    textDocument: { uri },
    range: found.range,
    context: { diagnostics: [found], only: ["quickfix"] },
  };
  const actions = await client
    .request<typeof params, readonly lsp.CodeAction[] | null>("textDocument/codeAction", params)
    .catch(() => null);
  return (actions ?? []).filter(({ kind, edit }) => kind?.startsWith("quickfix") && edit?.changes?.[uri] !== undefined);
}

const SEVERITIES = ["error", "warning", "info", "hint"] as const;

function diagnosticOf(
  view: EditorView,
  { range, severity = 1, message }: lsp.Diagnostic,
  fixes: readonly lsp.CodeAction[],
) {
  const [from, to] = [offsetOf(view, range.start), offsetOf(view, range.end)];
  const diagnostic: Diagnostic = {
    from,
    to: Math.max(from, to),
    severity: SEVERITIES[severity - 1] ?? "error",
    message: typeof message === "string" ? message : message.value,
    actions: fixes.map(actionOf),
  };
  return diagnostic;
}

const actionOf = ({ title, edit }: lsp.CodeAction): Action => ({
  name: title,
  apply(view) {
    const edits = Object.values(edit!.changes!).flat();
    const changes = edits.map(({ range, newText }) => ({
      from: offsetOf(view, range.start),
      to: offsetOf(view, range.end),
      insert: newText,
    }));
    view.dispatch({ changes, userEvent: "input.fix" });
    view.focus();
  },
});

/** Inside of the text, whatever was said of one that is not there any more. */
function offsetOf(view: EditorView, { line, character }: lsp.Position): number {
  const plugin = LSPPlugin.get(view);
  const { doc } = view.state;
  if (plugin === null || line >= doc.lines) return doc.length;
  return Math.min(doc.line(line + 1).to, plugin.fromPosition({ line, character }, doc));
}
