import type { DocumentLink } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { resolveUri } from "../workspace/uris.js";
import { toRange } from "../workspace/view.js";
import type { Workspace } from "../workspace/workspace.js";

/** The paths of imports as links to their files. */
export function documentLinks(workspace: Workspace, document: TextDocument): DocumentLink[] {
  return workspace.views(document).flatMap((view) =>
    view.ast.imports.flatMap(({ what, path }) => {
      if (path.kind !== "StringLiteral") return [];
      const target = resolveUri(path.value, workspace.baseOf(document.uri));
      if (target === null) return [];
      const range = toRange(view, {
        start: path.span.start + 1,
        end: Math.max(path.span.start + 1, path.span.end - 1),
      });
      return [{ range, target, tooltip: `Open the ${what}` }];
    }),
  );
}
