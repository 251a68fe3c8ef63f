import { countText } from "../model/numbers.js";
import { Button } from "./parts/Button.js";

interface ProgressProps {
  readonly title: string;
  readonly pairs: number;
  /** 0: not known. */
  readonly wanted: number;
  readonly onCancel: () => void;
}

export function Progress({ title, pairs, wanted, onCancel }: ProgressProps) {
  const isKnown = wanted > 0;
  return (
    <div class="progress" role="status">
      <span class="progress-text">
        {title}
        <span class="quiet num">
          {" "}
          {countText(pairs)}
          {isKnown ? ` of ${countText(wanted)}` : ""} pairs scored
        </span>
      </span>
      <progress aria-label={title} {...(isKnown ? { value: pairs, max: wanted } : {})} />
      <Button label="Cancel" onPress={onCancel} />
    </div>
  );
}
