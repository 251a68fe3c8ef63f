import type { ComponentChildren } from "preact";

interface NoticeProps {
  readonly kind: "info" | "warning" | "error";
  readonly title?: string;
  readonly children: ComponentChildren;
}

export function Notice({ kind, title, children }: NoticeProps) {
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
