export interface Page {
  /** Path from the root of the repository. */
  readonly source: string;
  /** Path in the site, such as `how-to/agents.md`. */
  readonly path: string;
  /** Folder; "" for pages beside the front page. */
  readonly group: string;
  readonly title: string;
  /** Markdown, with links for the site. */
  readonly text: string;
}

/** Pages in the order of navigation, and files by their paths in the site. */
export declare function readPages(): { readonly pages: readonly Page[]; readonly assets: ReadonlyMap<string, string> };

export declare function groupsOf(
  pages: readonly Page[],
): readonly { readonly name: string; readonly title: string; readonly pages: readonly Page[] }[];

export declare const anchorOf: (heading: string) => string;

export declare function llmsText(pages: readonly Page[]): string;

export declare const fullText: (pages: readonly Page[]) => string;
