/** What a page gives to an editor of queries. */
export interface EditorOptions {
  readonly text: string;
  readonly onChange: (text: string) => void;
  /** Somebody wants to see what the text finds. */
  readonly onRun: (text: string) => void;
  readonly label: string;
}

/** An editor in an element of the page. */
export interface EditorHandle {
  /** Another text, of which the editor is not called back. */
  set(text: string): void;
  focus(): void;
  destroy(): void;
}

/** Puts an editor with completion, messages and hover into an element. */
export type MountEditor = (element: HTMLElement, options: EditorOptions) => EditorHandle | Promise<EditorHandle>;
