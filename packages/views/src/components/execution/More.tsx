import { useEffect, useRef } from "preact/hooks";
import { countText, some } from "../../model/numbers.js";
import { Button } from "../parts/Button.js";
import { Notice } from "../parts/Notice.js";
import type { Pages } from "./usePages.js";

/** How much is shown of how much, and a way to more. The focus stays here when the last page takes the button away. */
export function More({ pages, total }: { readonly pages: Pages<unknown>; readonly total: number }) {
  const { rows, isLoading, problem } = pages;
  const box = useRef<HTMLParagraphElement>(null);
  const isPressed = useRef(false);
  const left = total - rows.length;
  const canLoad = rows.length < pages.total;
  useEffect(() => {
    if (isLoading || !isPressed.current) return;
    isPressed.current = false;
    (box.current?.querySelector("button") ?? box.current)?.focus({ preventScroll: true });
  }, [isLoading]);
  if (problem !== null) return <Notice kind="error">{problem}</Notice>;
  if (left <= 0 && rows.length <= pages.size) return null;
  const more = (): void => {
    isPressed.current = true;
    pages.more();
  };
  return (
    <p ref={box} class="quiet more" tabIndex={-1}>
      <span role="status">
        {isLoading
          ? "Loading …"
          : left <= 0
            ? `All ${countText(total)} are shown.`
            : canLoad
              ? `${countText(rows.length)} of ${countText(total)} are shown.`
              : `And ${some(left, "more is left out of this page", "more are left out of this page")}.`}
      </span>
      {canLoad && !isLoading && (
        <Button kind="link" label={`Show ${countText(Math.min(pages.size, left))} more`} onPress={more} />
      )}
    </p>
  );
}
