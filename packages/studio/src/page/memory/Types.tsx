import { nameLiteral, stringLiteral } from "@semantic-xpath/values/basics";
import { Answered, Button, countText, MoreRows, Table, useAnswer } from "@semantic-xpath/views/components";
import { useState } from "preact/hooks";
import type { AttributeView, TaskView, TypeView } from "../../protocol.js";
import { Plain } from "../parts/Plain.js";
import { type Page, versionOf } from "../usePage.js";

interface TypesProps {
  readonly page: Page;
  readonly task: TaskView;
  readonly onQuery: (query: string) => void;
}

/** Types of one step of the list. */
const STEP = 20;

/** The types of the shown version, and the attributes of each with their values. A press on one of them runs a query. */
export function Types({ page, task, onQuery }: TypesProps) {
  const version = versionOf(page.shown);
  const [filter, setFilter] = useState("");
  const [count, setCount] = useState(STEP);
  const answer = useAnswer(() => page.ask("types", { task: task.name, version }), [task.name, version ?? task.head]);
  return (
    <div class="types scroller">
      <input
        type="search"
        placeholder="A type, an attribute, a value"
        aria-label="Search types"
        value={filter}
        onInput={(event) => {
          setFilter(event.currentTarget.value);
          setCount(STEP);
        }}
      />
      <Answered answer={answer} what="the types">
        {({ types, total }) => {
          const matching = types.flatMap((type) => withWords(type, filter.trim().toLowerCase()));
          return (
            <>
              {matching.length === 0 && (
                <p class="quiet">{filter.trim() === "" ? "There is nothing yet." : "No type has these words."}</p>
              )}
              {matching.slice(0, count).map((type) => (
                <TypeSection key={type.name} type={type} onQuery={onQuery} />
              ))}
              <MoreRows shown={count} total={matching.length} step={STEP} onShow={setCount} />
              <Cut shown={types.length} total={total} what="types, those with most nodes" />
            </>
          );
        }}
      </Answered>
    </div>
  );
}

const Cut = ({ shown, total, what }: { readonly shown: number; readonly total: number; readonly what: string }) =>
  total > shown ? <p class="quiet">{`${countText(shown)} of ${countText(total)} ${what}.`}</p> : null;

/** The type with the attributes that have these words, all of them if its own name has; none otherwise. */
function withWords(type: TypeView, words: string): readonly TypeView[] {
  const has = (text: string): boolean => text.toLowerCase().includes(words);
  if (has(type.name)) return [type];
  const attributes = type.attributes.filter(({ name, values }) => has(name) || values.some(({ text }) => has(text)));
  return attributes.length === 0 ? [] : [{ ...type, attributes }];
}

function TypeSection({ type, onQuery }: { readonly type: TypeView; readonly onQuery: (query: string) => void }) {
  const all = `//${nameLiteral(type.name)}`;
  return (
    <section aria-label={type.name}>
      <h3>
        <button type="button" class="bare type-name" title={all} onClick={() => onQuery(all)}>
          <Plain text={type.name} />
        </button>{" "}
        <span class="quiet num">{countText(type.count)}</span>
      </h3>
      {type.attributes.length === 0 ? (
        <p class="quiet">No attributes</p>
      ) : (
        <Table caption={`Attributes of ${type.name}`} columns={{ Attribute: "text", Holds: "text", Without: "num" }}>
          {type.attributes.map((attribute) => (
            <AttributeRow key={attribute.name} all={all} type={type} attribute={attribute} onQuery={onQuery} />
          ))}
        </Table>
      )}
      <Cut shown={type.attributes.length} total={type.total} what="attributes" />
    </section>
  );
}

interface AttributeRowProps {
  /** The path to the nodes of the type. */
  readonly all: string;
  readonly type: TypeView;
  readonly attribute: AttributeView;
  readonly onQuery: (query: string) => void;
}

function AttributeRow({ all, type, attribute, onQuery }: AttributeRowProps) {
  const { present, distinct, values, range } = attribute;
  const path = `@${nameLiteral(attribute.name)}`;
  const without = type.count - present;
  const more = distinct - values.length;
  return (
    <tr>
      <th scope="row">
        <Plain text={path} />
        <div class="quiet">{attribute.type}</div>
      </th>
      <td>
        <span class="values">
          {range !== null && (
            <Button
              kind="link"
              label={range[0] === range[1] ? range[0] : `${range[0]} to ${range[1]}`}
              onPress={() => onQuery(`(${all}[exists(${path})])[order by ${path}]`)}
            />
          )}
          {(range === null || distinct <= values.length) &&
            values.map(({ text, uses }) => (
              <span key={text} class="value-use">
                <Button
                  kind="link"
                  label={text === "" ? '""' : text}
                  onPress={() => onQuery(`${all}[${path} = ${attribute.isPlain ? text : stringLiteral(text)}]`)}
                />{" "}
                <span class="quiet num">{countText(uses)}</span>
              </span>
            ))}
          {more > 0 && (
            <Button
              kind="link"
              label={
                values.length === 0 || range !== null ? `${countText(distinct)} different` : `${countText(more)} more`
              }
              onPress={() => onQuery(`(${all})[group by ${path}][order by count(${all.slice(1)}) descending]`)}
            />
          )}
        </span>
      </td>
      <td class="num">
        {without > 0 && (
          <Button kind="link" label={countText(without)} onPress={() => onQuery(`${all}[not(exists(${path}))]`)} />
        )}
      </td>
    </tr>
  );
}
