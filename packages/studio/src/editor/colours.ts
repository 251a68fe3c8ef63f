import type { LSPClient } from "@codemirror/lsp-client";
import { type Extension, type Range, StateEffect, StateField, type Text } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, ViewPlugin } from "@codemirror/view";

/** Colours by meaning: the server's semantic tokens as classes `sxp-KIND`, which CodeMirror's client does not request by itself. */
export function colours(client: LSPClient, uri: string): Extension {
  const plugin = ViewPlugin.define((view) => {
    let requested = 0;
    const request = async (): Promise<void> => {
      const turn = ++requested;
      await client.initializing;
      client.sync();
      const params = { textDocument: { uri } };
      const { data } = await client.request<typeof params, { data: number[] }>(
        "textDocument/semanticTokens/full",
        params,
      );
      // An answer about an older text is ignored: the next one follows.
      if (turn === requested) view.dispatch({ effects: colour.of(decorations(data, view.state.doc, kindsOf(client))) });
    };
    void request();
    return { update: ({ docChanged }) => void (docChanged && request()) };
  });
  return [coloured, plugin];
}

const colour = StateEffect.define<DecorationSet>();

/** Colours move with the text until the next answer. */
const coloured = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (shown, { changes, effects }) => effects.find((effect) => effect.is(colour))?.value ?? shown.map(changes),
  provide: (field) => EditorView.decorations.from(field),
});

const kindsOf = (client: LSPClient): readonly string[] =>
  client.serverCapabilities?.semanticTokensProvider?.legend.tokenTypes ?? [];

/** Five numbers a token: line and character from the token before, length, kind, modifiers. */
function decorations(data: readonly number[], text: Text, kinds: readonly string[]): DecorationSet {
  const marks: Range<Decoration>[] = [];
  let line = 1;
  let character = 0;
  for (let at = 0; at < data.length; at += 5) {
    if (data[at]! > 0) character = 0;
    line += data[at]!;
    character += data[at + 1]!;
    const from = text.line(line).from + character;
    marks.push(Decoration.mark({ class: `sxp-${kinds[data[at + 3]!]}` }).range(from, from + data[at + 2]!));
  }
  return Decoration.set(marks);
}
