import type { LanguageService } from "../features/languageService.js";
import type { LensCommand, QueryReference } from "../features/structure/codeLens.js";

/** Results in a message. */
const SHOWN = 10;

/** Does the work of a lens for a client that can only show a message; null for anything but a command of a lens that the server can do. */
export async function executeLens(
  service: LanguageService,
  command: string,
  query: QueryReference,
  signal: AbortSignal,
): Promise<{ readonly shown: string; readonly result: object } | null> {
  switch (command as LensCommand) {
    case "sxp.run": {
      const result = await service.run(query, { signal });
      const { problem, matches, count } = result;
      const lines = matches.slice(0, SHOWN).map(({ path, weight, value }) => `${weight.toFixed(2)} ${value ?? path}`);
      const more = count > lines.length ? [`and ${count - lines.length} more`] : [];
      return {
        shown: problem ?? [count === 1 ? "1 result" : `${count} results`, ...lines, ...more].join("\n"),
        result,
      };
    }
    case "sxp.explain": {
      const result = service.explain(query);
      return { shown: result.problem ?? result.text, result };
    }
    case "sxp.copyAsTest": {
      const result = await service.test(query, signal);
      return { shown: result.problem ?? result.text, result };
    }
    case "sxp.previewUpdate":
    case "sxp.applyUpdate": {
      const result = await service.update(query, signal);
      const { problem, summary, report } = result;
      return { shown: problem ?? [summary, report].filter((text) => text !== "").join("\n"), result };
    }
    default:
      return null;
  }
}
