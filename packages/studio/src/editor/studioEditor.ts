import type { About, EditorHandle, EditorOptions } from "../page/editorSlot.js";
import type { Studio } from "../protocol.js";
import { mountEditor } from "./mountEditor.js";

/** The editor in the page's slot for it: on the trees and schemas of a studio. */
export function studioEditor(studio: Studio, element: HTMLElement, options: EditorOptions): EditorHandle {
  let isSetting = false;
  const editor = mountEditor(element, {
    text: options.text,
    label: options.label,
    data: null,
    run: options.onRun,
    changed: (text) => {
      if (!isSetting) options.onChange(text);
    },
  });
  let wanted = 0;
  /** Until the tree is there, names are neither offered nor reported. */
  const about = async (version: About | null): Promise<void> => {
    const turn = ++wanted;
    const data = version === null ? null : await studio.ask("data", version).catch(() => null);
    if (turn === wanted) editor.setData(data);
  };
  void about(options.about);
  return {
    set(text) {
      if (text === editor.text()) return;
      isSetting = true;
      editor.setText(text);
      isSetting = false;
    },
    about: (version) => void about(version),
    focus: editor.focus,
    destroy() {
      wanted++;
      editor.destroy();
    },
  };
}
