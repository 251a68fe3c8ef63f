import type { ComponentChildren } from "preact";

interface ButtonProps {
  readonly label: string;
  readonly onPress: () => void;
  readonly children?: ComponentChildren;
  readonly kind?: "plain" | "primary" | "icon" | "link";
  readonly disabled?: boolean;
  readonly pressed?: boolean;
  /** Not in the order of Tab: inside a list whose rows have the focus. */
  readonly skipped?: boolean;
}

/** `label` is its name; shown as its text where there is nothing else to show. */
export function Button({ label, onPress, children, kind = "plain", disabled = false, pressed, skipped }: ButtonProps) {
  return (
    <button
      type="button"
      class={`button button-${kind}`}
      disabled={disabled}
      aria-label={children === undefined || kind !== "icon" ? undefined : label}
      title={kind === "icon" ? label : undefined}
      aria-pressed={pressed}
      tabIndex={skipped ? -1 : undefined}
      onClick={(event) => {
        event.stopPropagation();
        onPress();
      }}
    >
      {children ?? label}
    </button>
  );
}
