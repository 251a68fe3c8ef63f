import { stringLiteral } from "@semantic-xpath/values/basics";
import { useState } from "preact/hooks";
import type { FactsSource } from "../../model/factsSource.js";
import { counted } from "../../model/text.js";
import { Answered, useAnswer } from "../parts/answers.js";
import { Button } from "../parts/Button.js";
import { useRun } from "../run.js";
import { NotKeptList } from "./NotKeptList.js";
import { OpenedLevels } from "./OpenedLevels.js";
import { SlotTimelineList } from "./SlotTimelineList.js";

/** Timelines of one step of the list. */
const PAGE = 50;

/** Beliefs of a memory of conversations: the answer to a question with what it opened on each level, the timelines of its slots, and the sentences that were not kept. */
export function Facts({ source }: { readonly source: FactsSource }) {
  const { view, go } = useRun();
  const [filter, setFilter] = useState("");
  const [count, setCount] = useState(PAGE);
  const [question, ask] = useState("");
  const answer = useAnswer(() => source.facts({ filter, count }), [source.key, filter, count]);
  const counts = useAnswer(() => source.facts({ filter: "", count: 0 }), [source.key]);
  const toTurn = (turn: string): void => {
    void view.locate({ path: `//Turn[@id = ${stringLiteral(turn)}]` }).then((node) => {
      if (node !== null) go({ node, tab: "memory" });
    });
  };
  return (
    <div class="facts scroller">
      <Question onAsk={ask} />
      <Answered answer={counts} what="the levels">
        {(known) => known && <OpenedLevels {...{ source, question, toTurn }} counts={known.counts} />}
      </Answered>
      <section aria-labelledby="timelines-head">
        <h3 id="timelines-head">What holds, and since when</h3>
        <input
          type="search"
          placeholder="A person, a topic, a value"
          aria-label="Search timelines"
          value={filter}
          onInput={(event) => {
            setFilter(event.currentTarget.value);
            setCount(PAGE);
          }}
        />
        <Answered answer={answer} what="the timelines">
          {(known) => (
            <>
              <SlotTimelineList slots={known?.slots ?? []} isFiltered={filter.trim() !== ""} toTurn={toTurn} />
              {known !== null && known.total > known.slots.length && (
                <Button
                  kind="link"
                  label={`${counted(known.total - known.slots.length, "more timeline")}`}
                  onPress={() => setCount(count + PAGE)}
                />
              )}
            </>
          )}
        </Answered>
      </section>
      <Answered answer={counts} what="what was not kept">
        {(known) => known && <NotKeptList notKept={known.notKept} />}
      </Answered>
    </div>
  );
}

function Question({ onAsk }: { readonly onAsk: (question: string) => void }) {
  const [text, setText] = useState("");
  return (
    <form
      class="facts-question"
      onSubmit={(event) => {
        event.preventDefault();
        onAsk(text.trim());
      }}
    >
      <input
        type="text"
        placeholder="Where does Ann live now? Where did she live before?"
        aria-label="A question about what was said"
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      <button type="submit" class="button button-primary" disabled={text.trim() === ""}>
        Recall
      </button>
    </form>
  );
}
