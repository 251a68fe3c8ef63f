import { weightText } from "../../model/text.js";

/** A number in [0, 1] as a bar with the number beside it. `text`: something else than the number. */
export function Weight({ value, text = weightText(value) }: { readonly value: number; readonly text?: string }) {
  return (
    <span class="weight">
      <Bar share={value} />
      <span class="num">{text}</span>
    </span>
  );
}

/** A bar as long as its share of the room. What is not 0 shows. Says nothing to a screen reader: the number beside it does. */
export function Bar({ share, kind = "heat" }: { readonly share: number; readonly kind?: "heat" | "time" }) {
  const width = share <= 0 ? 0 : Math.max(2, Math.min(100, share * 100));
  return (
    <span class={`bar bar-${kind}`} aria-hidden="true">
      <span style={{ width: `${width}%` }} />
    </span>
  );
}
