import type { UpdateResult } from "@semantic-xpath/memory";
import { Button, PathText } from "@semantic-xpath/views/components";
import { useState } from "preact/hooks";
import type { DiffView } from "../../protocol.js";
import { Plain } from "./Plain.js";

type Lines = DiffView["lines"];

interface DiffLinesProps {
  readonly lines: Lines;
  /** Leads to the node of a change. */
  readonly onPath?: (path: string) => void;
}

const SIGNS = { "+": ["added", "added: "], "-": ["removed", "removed: "], " ": ["same", ""] } as const;
const SHOWN_AT_FIRST = 60;

/** A difference line by line: a sign, a colour and a word for each. */
export function DiffLines({ lines, onPath }: DiffLinesProps) {
  const [shown, setShown] = useState(SHOWN_AT_FIRST);
  if (lines.length === 0) return <p class="quiet">Nothing differs.</p>;
  return (
    <>
      <ol class="diff-lines" aria-label="What differs">
        {lines.slice(0, shown).map(({ sign, text, path }, i) => {
          const [kind, word] = SIGNS[sign];
          return (
            <li key={i} class={`diff-line diff-${kind}`}>
              <span class="diff-sign" aria-hidden="true">
                {sign}
              </span>
              <span class="visually-hidden">{word}</span>
              <span class="diff-text">
                <Plain text={text} />
                {path !== null && onPath !== undefined && (
                  <button type="button" class="bare path-link" title="Show it in memory" onClick={() => onPath(path)}>
                    <PathText path={path} />
                  </button>
                )}
              </span>
            </li>
          );
        })}
      </ol>
      {lines.length > shown && (
        <Button kind="link" label={`Show ${lines.length - shown} more lines`} onPress={() => setShown(lines.length)} />
      )}
    </>
  );
}

/** The lines of an update's changes. */
export const linesOf = ({ diff }: Pick<UpdateResult, "diff">): Lines =>
  diff.flatMap(({ path, text, removed, added, omitted }) => [
    { sign: " " as const, text, path },
    ...removed.map((line) => ({ sign: "-" as const, text: line, path: null })),
    ...added.map((line) => ({ sign: "+" as const, text: line, path: null })),
    ...(omitted > 0 ? [{ sign: " " as const, text: `… ${omitted} more lines`, path: null }] : []),
  ]);
