import type { SlotEntry, SlotTimeline } from "@semantic-xpath/conversation";
import { dayText, placeIn, type Range, rangeOf, whatBecame } from "../../model/timelines.js";
import { Button } from "../parts/Button.js";

interface SlotTimelineListProps {
  readonly slots: readonly SlotTimeline[];
  readonly isFiltered: boolean;
  readonly toTurn: (turn: string) => void;
}

/** Each slot with its values over time: from when to when, who said it, what took its place. */
export function SlotTimelineList({ slots, isFiltered, toTurn }: SlotTimelineListProps) {
  if (slots.length === 0)
    return <p class="quiet">{isFiltered ? "No timeline has this text." : "No facts were formed yet."}</p>;
  const range = rangeOf(slots);
  return (
    <ul class="timelines bare" aria-label="Timelines">
      {slots.map(({ slot, subject, name, entries }) => (
        <li key={slot}>
          <h4>
            <bdi>{subject}</bdi> <span class="quiet">·</span> <bdi>{name}</bdi>
          </h4>
          <ol class="bare" aria-label={`${subject}: ${name}`}>
            {entries.map((entry) => (
              <Entry key={entry.fact} {...{ entry, entries, range, toTurn }} />
            ))}
          </ol>
        </li>
      ))}
    </ul>
  );
}

const NEVER_HELD: ReadonlySet<string> = new Set(["retracted", "forgotten", "failed"]);

interface EntryProps {
  readonly entry: SlotEntry;
  readonly entries: readonly SlotEntry[];
  readonly range: Range;
  readonly toTurn: (turn: string) => void;
}

function Entry({ entry, entries, range, toTurn }: EntryProps) {
  const { value, text, speaker, turn, validFrom, validTo, status, confirmed } = entry;
  const isNow = status === "current" && validTo === null;
  const { left, width } = placeIn(range, entry);
  return (
    <li class={`timeline-entry${isNow ? " is-now" : ""}`}>
      <span class={`timeline-value${isNow ? "" : " is-over"}${NEVER_HELD.has(status) ? " never-held" : ""}`}>
        <bdi>{value ?? text}</bdi>
        {isNow && <span class="tag tag-current">now</span>}
      </span>
      <span class="timeline-bar" aria-hidden="true">
        <span style={{ left: `${left}%`, width: `${width}%` }} />
      </span>
      <span class="timeline-words">
        from {dayText(validFrom)}
        {validTo !== null && ` to ${dayText(validTo)}`}
        {whatBecame(entry, entries).map((words) => (
          <span key={words}>, {words}</span>
        ))}
        {confirmed > 0 && `, said ${confirmed + 1} times`}
      </span>
      <span class="timeline-source quiet">
        <bdi>{speaker}</bdi>: “<bdi>{text}</bdi>”{" "}
        <Button kind="link" label="Show the turn" onPress={() => toTurn(turn)} />
      </span>
    </li>
  );
}
