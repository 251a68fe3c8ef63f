interface ViewRow {
  readonly label: string;
  /** The part of a run that it shows; a run that has none of it has no tab for the view. */
  readonly shows: "tree" | "run" | "facts" | "comparison";
}

/** The views of a run, in the order of their tabs. */
export const VIEWS = {
  results: { label: "Results", shows: "run" },
  chart: { label: "Chart", shows: "run" },
  memory: { label: "Memory", shows: "tree" },
  facts: { label: "Facts", shows: "facts" },
  execution: { label: "Execution", shows: "run" },
  compare: { label: "Compare", shows: "comparison" },
} as const satisfies Readonly<Record<string, ViewRow>>;

export type ViewName = keyof typeof VIEWS;
export const VIEW_NAMES = Object.keys(VIEWS) as ViewName[];
