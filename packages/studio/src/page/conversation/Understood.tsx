import type { Reading } from "@semantic-xpath/chat/translate";
import { Button } from "@semantic-xpath/views/components";
import { Fragment } from "preact";
import type { ShownTurn } from "../model/turns.js";
import { Painted } from "../parts/Painted.js";
import { Plain } from "../parts/Plain.js";

interface UnderstoodProps {
  readonly turn: ShownTurn;
  readonly onRun: (query: string) => void;
  /** Opens the query in the editor. */
  readonly onEdit: (query: string) => void;
}

/** Reading of a request: in words, as a text of the language, and its alternatives. */
export function Understood({ turn, onRun, onEdit }: UnderstoodProps) {
  const { read, retrieved } = turn;
  if (read === null) return null;
  const chosen = read.chosen === null ? null : (read.readings[read.chosen] ?? null);
  const otherReadings = read.readings.filter((reading) => reading !== chosen && reading.kind !== "talk");
  const text = chosen === null ? null : (textOf(chosen) ?? null);
  // An action on versions is not a query of the user.
  const query = text ?? (chosen?.kind === "history" || chosen?.kind === "facts" ? null : (retrieved?.query ?? null));
  if (chosen?.kind === "talk" && query === null) return null;
  return (
    <div class="understood">
      {chosen !== null && chosen.said !== "" && (
        <p class="said-text">
          <Plain text={chosen.said} />
        </p>
      )}
      {query !== null && (
        <div class="made-query">
          <Painted text={query} />
          {chosen?.kind === "query" && !chosen.isHistory && (
            <Button icon="jump" label="Open the query in the editor" onPress={() => onEdit(query)} />
          )}
        </div>
      )}
      {(otherReadings.length > 0 || (chosen?.parts.length ?? 0) > 0) && (
        <details class="readings">
          <summary>
            {otherReadings.length === 0 ? "How it was read" : `How it was read, and ${otherReadings.length} more`}
          </summary>
          {chosen !== null && <Parts request={turn.request} reading={chosen} />}
          <p class="quiet">
            Read by the {read.by}
            {chosen !== null && `, ${Math.round(chosen.confidence * 100)} % sure`}.
          </p>
          {otherReadings.length > 0 && (
            <ul class="other-readings" aria-label="It may also mean">
              {otherReadings.map((other, i) => (
                <li key={i}>
                  <span class="num quiet">{Math.round(other.confidence * 100)} %</span> <Plain text={other.said} />
                  {textOf(other) !== null && (
                    <div class="made-query">
                      <Painted text={textOf(other)!} />
                    </div>
                  )}
                  {other.kind === "query" && !other.isHistory && (
                    <Button kind="link" label="Run this one" onPress={() => onRun(other.query)} />
                  )}
                </li>
              ))}
            </ul>
          )}
        </details>
      )}
    </div>
  );
}

/** Words of the request, with their meanings. */
const Parts = ({ request, reading }: { readonly request: string; readonly reading: Reading }) => (
  <dl class="read-parts">
    {reading.parts.map(({ span, meaning }, i) => (
      <Fragment key={i}>
        <dt>
          <Plain text={request.slice(span.start, span.end)} />
        </dt>
        <dd>
          <code>
            <Plain text={meaning} />
          </code>
        </dd>
      </Fragment>
    ))}
  </dl>
);

/** A reading in the language; null without one. */
const textOf = (reading: Reading): string | null =>
  reading.kind === "query" ? reading.query : reading.kind === "update" ? reading.update : null;
