import type { LevelCounts, Opened } from "@semantic-xpath/conversation";
import type { ComponentChildren } from "preact";
import type { FactsSource } from "../../model/factsSource.js";
import { counted, countText } from "../../model/text.js";
import { dayText } from "../../model/timelines.js";
import { Answered, useAnswer } from "../parts/answers.js";
import { Button } from "../parts/Button.js";

interface OpenedLevelsProps {
  readonly source: FactsSource;
  /** Empty: no question yet. */
  readonly question: string;
  readonly counts: LevelCounts;
  readonly toTurn: (turn: string) => void;
}

/** The four levels of a memory of conversations; after a question with its answer and what it opened on each of them. */
export function OpenedLevels({ source, question, counts, toTurn }: OpenedLevelsProps) {
  const answer = useAnswer(question === "" ? null : () => source.recall({ question }), [source.key, question]);
  if (question === "") return <Levels counts={counts} opened={null} toTurn={toTurn} />;
  return (
    <Answered answer={answer} what="the answer">
      {(opened) => (
        <>
          <Recalled question={question} opened={opened} />
          <Levels counts={counts} opened={opened} toTurn={toTurn} />
        </>
      )}
    </Answered>
  );
}

/** Items that are handed over, and facts that are held back with the reason. */
function Recalled({
  question,
  opened: { items, hidden, tokens },
}: {
  readonly question: string;
  readonly opened: Opened;
}) {
  return (
    <section aria-labelledby="recalled-head">
      <h3 id="recalled-head">
        <bdi>{question}</bdi>
      </h3>
      {items.length === 0 ? (
        <p>Nothing that was said answers this.</p>
      ) : (
        <ol class="recalled" aria-label="The answer">
          {items.map(({ text, sources, why }, i) => (
            <li key={i}>
              <bdi>{text}</bdi>
              <span class="quiet">
                {why.counted.length > 0 && `, counted from ${counted(why.counted.length, "fact")}`}
                {sources.length > 0 && `, said in ${sources.join(", ")}`}
              </span>
            </li>
          ))}
        </ol>
      )}
      {hidden.length > 0 && (
        <details>
          <summary>{counted(hidden.length, "fact")} held back</summary>
          <ul aria-label="Held back">
            {hidden.map(({ fact, text, reason }) => (
              <li key={fact}>
                <bdi>{text}</bdi> <span class="quiet">({reason})</span>
              </li>
            ))}
          </ul>
        </details>
      )}
      <p class="quiet">{counted(tokens, "token")} handed over</p>
    </section>
  );
}

interface LevelsProps {
  readonly counts: LevelCounts;
  readonly opened: Opened | null;
  readonly toTurn: (turn: string) => void;
}

function Levels({ counts, opened, toTurn }: LevelsProps) {
  return (
    <section class="levels" aria-label="Levels of the memory">
      <Level name="Themes" total={counts.themes} opened={opened?.themes ?? null} text={({ summary }) => summary} />
      <Level
        name="Facts"
        total={counts.facts}
        opened={opened?.facts ?? null}
        text={({ text, validFrom }) => (
          <>
            <bdi>{text}</bdi> <span class="quiet">since {dayText(validFrom)}</span>
          </>
        )}
      />
      <Level
        name="Episodes"
        total={counts.episodes}
        opened={opened?.episodes ?? null}
        text={({ title, summary, date }) => (
          <>
            <bdi>{summary || title || "Without a title"}</bdi> <span class="quiet">{dayText(date)}</span>
          </>
        )}
      />
      <Level
        name="Turns"
        total={counts.turns}
        opened={opened?.turns ?? null}
        text={({ id, speaker, text }) => (
          <>
            <bdi>{speaker}</bdi>: <bdi>{text}</bdi>{" "}
            <Button kind="link" label="Show the turn" onPress={() => toTurn(id)} />
          </>
        )}
      />
    </section>
  );
}

interface LevelProps<T> {
  readonly name: string;
  readonly total: number;
  /** null: no question yet. */
  readonly opened: readonly T[] | null;
  readonly text: (part: T) => ComponentChildren;
}

function Level<T extends { readonly id: string }>({ name, total, opened, text }: LevelProps<T>) {
  const head = (
    <>
      <b>{name}</b>{" "}
      <span class="num">
        {opened === null ? countText(total) : `${countText(opened.length)} of ${countText(total)} opened`}
      </span>
    </>
  );
  if (opened === null || opened.length === 0) return <p class="level">{head}</p>;
  return (
    <details class="level">
      <summary>{head}</summary>
      <ul aria-label={`Opened: ${name}`}>
        {opened.map((part) => (
          <li key={part.id}>{text(part)}</li>
        ))}
      </ul>
    </details>
  );
}
