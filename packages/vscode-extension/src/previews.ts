import { type Disposable, EventEmitter, type Uri, workspace } from "vscode";

/** Read-only texts of what is previewed, beside what is there now; `T`: what each of them is a preview of. */
export class Previews<T> implements Disposable {
  private readonly changed = new EventEmitter<Uri>();
  private readonly shown = new Map<string, Preview<T>>();
  private readonly provider;

  constructor(private readonly scheme: string) {
    this.provider = workspace.registerTextDocumentContentProvider(scheme, {
      onDidChange: this.changed.event,
      provideTextDocumentContent: (uri) => this.shown.get(uri.toString())?.text ?? "",
    });
  }

  show(now: Uri, title: string, preview: Preview<T>): Uri {
    // Each has a document of its own: the editor shows what it has open under the title that it has.
    const uri = now.with({ scheme: this.scheme, query: `${now.toString()}#${title}` });
    this.shown.set(uri.toString(), preview);
    this.changed.fire(uri);
    return uri;
  }

  at(uri: Uri): Preview<T> | undefined {
    return this.shown.get(uri.toString());
  }

  dispose(): void {
    this.provider.dispose();
    this.changed.dispose();
  }
}

export interface Preview<T> {
  readonly text: string;
  readonly of: T;
}
