import { useEffect } from "preact/hooks";

/** Milliseconds for which an announcement is shown. */
const ANNOUNCED = 1_800;

/** A line that disappears by itself. */
export function Announcement({ text, onEnd }: { readonly text: string; readonly onEnd: () => void }) {
  useEffect(() => {
    if (text === "") return;
    const timer = setTimeout(onEnd, ANNOUNCED);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <div class={text === "" ? "said" : "said is-shown"} role="status">
      {text}
    </div>
  );
}
