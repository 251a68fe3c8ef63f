import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { countText } from "../../model/text.js";
import { Icon, type IconName, Twisty } from "./Glyph.js";

interface ButtonProps {
  readonly label: string;
  readonly onPress: () => void;
  /** An icon is shown instead of the label. */
  readonly icon?: IconName;
  readonly kind?: "plain" | "primary" | "link";
  readonly disabled?: boolean;
  /** Not in the order of Tab: inside a list whose rows have the focus. */
  readonly skipped?: boolean;
}

export function Button({ label, onPress, icon, kind = "plain", disabled = false, skipped = false }: ButtonProps) {
  return (
    <button
      type="button"
      class={`button button-${icon ? "icon" : kind}`}
      disabled={disabled}
      {...(icon && { "aria-label": label, title: label })}
      tabIndex={skipped ? -1 : undefined}
      onClick={(event) => {
        event.stopPropagation();
        onPress();
      }}
    >
      {icon ? <Icon name={icon} /> : label}
    </button>
  );
}

interface MoreRowsProps {
  readonly shown: number;
  readonly total: number;
  /** Rows that one press adds. */
  readonly step: number;
  readonly onShow: (count: number) => void;
}

/** A way to more rows of a list that is there as a whole. */
export function MoreRows({ shown, total, step, onShow }: MoreRowsProps) {
  if (total <= shown) return null;
  const label = `Show ${countText(Math.min(step, total - shown))} more of ${countText(total)}`;
  return <Button kind="link" label={label} onPress={() => onShow(shown + step)} />;
}

interface FoldProps {
  /** Name of the button that opens it: the head has links of its own. */
  readonly name: string;
  readonly head: ComponentChildren;
  /** null: there is nothing to open. */
  readonly body: (() => ComponentChildren) | null;
}

/** A line that opens to what is below it. */
export function Fold({ name, head, body }: FoldProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <div class={`row fold-line${body === null ? " fold-leaf" : ""}`}>
        {body !== null && (
          <button
            type="button"
            class="fold-open bare"
            aria-expanded={isOpen}
            aria-label={name}
            onClick={() => setOpen(!isOpen)}
          >
            <Twisty isOpen={isOpen} />
          </button>
        )}
        {head}
      </div>
      {isOpen && body?.()}
    </>
  );
}
