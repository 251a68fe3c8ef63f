import type { ComponentChildren } from "preact";

interface TableProps {
  readonly caption: string;
  readonly isCaptionShown?: boolean;
  readonly kind?: string;
  /** Their names from left to right, and whether they hold text or numbers. */
  readonly columns: Readonly<Record<string, "text" | "num">>;
  readonly children: ComponentChildren;
}

/** A table in a box that scrolls if it is too wide. */
export function Table({ caption, isCaptionShown = false, kind = "", columns, children }: TableProps) {
  return (
    <div class="table-box">
      <table class={`table ${kind}`}>
        <caption class={isCaptionShown ? undefined : "visually-hidden"}>{caption}</caption>
        <thead>
          <tr>
            {Object.entries(columns).map(([name, type]) => (
              <th key={name} scope="col" class={type}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
