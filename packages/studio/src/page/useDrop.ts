import { useEffect, useRef, useState } from "preact/hooks";

/** True while a file is held over the page; `take` gets it on release. */
export function useDrop(take: (file: File) => void): boolean {
  const [isHeld, setHeld] = useState(false);
  const taking = useRef(take);
  taking.current = take;
  useEffect(() => {
    const listeners = new AbortController();
    const on = <K extends "dragover" | "dragleave" | "drop">(type: K, act: (event: DragEvent) => void): void =>
      document.addEventListener(type, act, { signal: listeners.signal });
    const hasFile = (event: DragEvent): boolean => event.dataTransfer?.types.includes("Files") ?? false;
    on("dragover", (event) => {
      if (!hasFile(event)) return;
      event.preventDefault();
      setHeld(true);
    });
    on("dragleave", (event) => {
      if (event.relatedTarget === null) setHeld(false);
    });
    on("drop", (event) => {
      if (!hasFile(event)) return;
      event.preventDefault();
      setHeld(false);
      for (const file of event.dataTransfer?.files ?? []) taking.current(file);
    });
    return () => listeners.abort();
  }, []);
  return isHeld;
}
