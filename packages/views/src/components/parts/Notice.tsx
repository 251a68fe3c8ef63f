import type { ComponentChildren } from "preact";
import type { Asked } from "./useAsked.js";

export function Notice({
  kind,
  title,
  children,
}: {
  readonly kind: "info" | "warning" | "error";
  readonly title?: string | undefined;
  readonly children: ComponentChildren;
}) {
  return (
    <div class={`notice notice-${kind}`} role={kind === "error" ? "alert" : "note"}>
      <span class="notice-mark" aria-hidden="true">
        {kind === "info" ? "i" : "!"}
      </span>
      <div>
        {title !== undefined && <strong>{title}</strong>}
        {children}
      </div>
    </div>
  );
}

/** What stands where an answer will be, or why there is none; null once it is there. */
export function Waiting({ asked, what }: { readonly asked: Asked<unknown>; readonly what: string }) {
  if (asked.state === "there") return null;
  if (asked.state === "failed") return <Notice kind="error">{asked.message}</Notice>;
  return (
    <p class="waiting" role="status">
      <span class="spinner" aria-hidden="true" />
      Loading {what} …
    </p>
  );
}
