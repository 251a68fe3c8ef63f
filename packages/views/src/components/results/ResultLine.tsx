import type { GroupRow, ResultRow } from "@semantic-xpath/inspect";
import type { ComponentChildren } from "preact";
import { counted, fieldText, percentText, singleText, weightText } from "../../model/text.js";
import { Bar } from "../parts/Bar.js";
import { Button } from "../parts/Button.js";
import { Icon } from "../parts/Glyph.js";
import { Menu } from "../parts/Menu.js";
import { PathText } from "../parts/Path.js";
import { useRun } from "../run.js";

interface ResultLineProps {
  readonly index: number;
  readonly row: ResultRow | undefined;
  readonly top: number;
  readonly isSelected: boolean;
  /** Without relevance all weights are 1 and say nothing. */
  readonly isRanked: boolean;
  readonly onSelect: (index: number) => void;
}

/** Fields of records that have a column; copies have all of them. */
export const MAX_COLUMNS = 8;

/** Members of a group in its line; more are in the pane beside it. */
const MAX_MEMBERS = 3;

/** Fields in a line; the rest are in the pane beside it. */
const MAX_FIELDS = 6;

export function ResultLine({ row, ...props }: ResultLineProps) {
  if (row !== undefined) return <Line {...props} row={row} />;
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows of a grid that draws only what is seen
    // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus
    <div class="result" role="row" aria-rowindex={props.index + 1} style={{ transform: `translateY(${props.top}px)` }}>
      <Cell name="placeholder">{null}</Cell>
    </div>
  );
}

function Line({ row, index, isSelected, isRanked, onSelect, top }: ResultLineProps & { readonly row: ResultRow }) {
  const { host, run, go, overview } = useRun();
  const copy = (label: string, what: string, text: () => string) => ({
    label,
    onPress: () => host.send({ type: "copy", text: text(), what }),
  });
  const canReveal = host.can.has("reveal") && row.source !== null;
  const reveal = (isFocused: boolean) => () => {
    if (canReveal) host.send({ type: "reveal", run, node: row.node, isFocused });
  };
  const items = [
    copy("Copy path", "the path", () => row.path),
    copy("Copy as JSON", "the result", () => JSON.stringify(row, null, 2)),
    copy("Copy as Markdown", "the result", () => markdownOf(row, overview.fields)),
    { label: "Show in Memory", onPress: () => go({ tab: "memory", node: row.node }) },
    ...(canReveal ? [{ label: "Go to source", onPress: reveal(true) }] : []),
  ];
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows of a grid that draws only what is seen
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid has the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus
    <div
      id={`result-${index}`}
      class={`result${isSelected ? " is-selected" : ""}`}
      role="row"
      aria-rowindex={index + 1}
      aria-selected={isSelected}
      style={{ transform: `translateY(${top}px)` }}
      onClick={() => {
        onSelect(index);
        reveal(false)();
      }}
      onDblClick={reveal(true)}
    >
      <Cell name="result-rank num">{row.rank}</Cell>
      <Values row={row} />
      {isRanked && (
        <Cell name="result-weight">
          <span class="num">{weightText(row.weight)}</span>
          <Bar share={row.weight} />
        </Cell>
      )}
      <Cell name="result-main">
        <RowContent row={row} />
      </Cell>
      <Cell name="result-acts">
        {canReveal && (
          <Button icon="jump" label={`Go to the source of result ${row.rank}`} skipped onPress={reveal(true)} />
        )}
        <Menu label={`More for result ${row.rank}`} items={items} skipped>
          <Icon name="more" />
        </Menu>
      </Cell>
    </div>
  );
}

/** The values of the keys that the result is ordered by, or what the entry gave to the value and its part of it. */
function Values({ row: { keys, gave, share, record } }: { readonly row: ResultRow }) {
  const fields = (record ?? []).slice(0, MAX_COLUMNS);
  if (keys.length + fields.length > 0)
    return (
      <>
        {[...keys, ...fields].map((value, i) => (
          <Cell key={i} name={`result-key${typeof value === "number" ? " num" : ""}`}>
            {value === null ? <i class="quiet">absent</i> : <span title={fieldText(value)}>{fieldText(value)}</span>}
          </Cell>
        ))}
      </>
    );
  if (gave.length === 0) return null;
  return (
    <Cell name="result-weight result-gave">
      <span class="num clip">{gave.map(singleText).join(", ")}</span>
      {share !== null && (
        <span class="result-share">
          <Bar share={share} />
          <span class="quiet num">{percentText(share)}</span>
        </span>
      )}
    </Cell>
  );
}

function Cell({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: see the row
    // biome-ignore lint/a11y/useFocusableInteractive: see the row
    <span class={name} role="gridcell">
      {children}
    </span>
  );
}

/** The first attribute is above as the most specific; then the text, then the other attributes with their names. */
function RowContent({ row }: { readonly row: ResultRow }) {
  if (row.group !== null) return <GroupSaid row={row} group={row.group} />;
  if (row.record !== null) return <PathText path={row.path} />;
  const attribute = /\/@([^/]+)$/.exec(row.path)?.[1];
  const isText = row.value !== null && row.path.endsWith("/text()");
  // Its contribution is in front already.
  const isGiven = row.gave.length > 0;
  const otherFields =
    row.value === null || isGiven ? row.attributes.slice(1) : row.attributes.filter(({ name }) => name !== attribute);
  return (
    <>
      <span class="result-title">
        <b class="result-type">{row.type}</b>
        <span class="result-value">{isGiven ? row.attributes[0]?.value : (row.value ?? row.attributes[0]?.value)}</span>
        <PathText path={row.path} />
      </span>
      <span class="result-fields clip">
        {row.text !== "" && !isText && <span class="result-text">{row.text}</span>}{" "}
        {otherFields.slice(0, MAX_FIELDS).map(({ name, value }) => (
          <span key={name} class="field">
            <span class="field-name">{name}</span> <span class="field-value">{value}</span>{" "}
          </span>
        ))}
      </span>
    </>
  );
}

/** A group: its keys, how many members it has, and the first of them. */
function GroupSaid({ row, group }: { readonly row: ResultRow; readonly group: GroupRow }) {
  return (
    <>
      <span class="result-title">
        <b class="result-type">{labelOf(row)}</b>
        <span class="quiet">{counted(group.count, "member")}</span>
      </span>
      <span class="result-fields clip">
        {group.members.slice(0, MAX_MEMBERS).map(({ path }) => (
          <span key={path} class="field">
            <PathText path={path} />{" "}
          </span>
        ))}
      </span>
    </>
  );
}

const labelOf = ({ attributes }: ResultRow): string =>
  attributes.length === 0 ? "without a key" : attributes.map(({ name, value }) => `${name} ${value}`).join(", ");

/** A result as one item of a Markdown list; a record as the fields that it has, a group with its members below it. */
export function markdownOf(row: ResultRow, fields: readonly string[] = []): string {
  const { rank, weight, group, record } = row;
  if (record !== null) {
    const texts = record.map((value, i) => `${fields[i] ?? i + 1}: ${fieldText(value)}`);
    return `${rank}. ${escaped(texts.join("; "))}`;
  }
  if (group === null) return nodeMarkdown(row);
  const members = group.members.map((member) => `\n   - \`${member.path}\` (${weightText(member.weight)})`);
  const more = group.count > members.length ? `\n   - and ${group.count - members.length} more` : "";
  return `${rank}. ${escaped(labelOf(row))} (${weightText(weight)})${members.join("")}${more}`;
}

function nodeMarkdown({ rank, path, weight, attributes, text, value, keys, gave }: ResultRow): string {
  const fields = [...attributes.map((field) => `${field.name}: ${field.value}`), ...(text === "" ? [] : [text])];
  const content = escaped(value ?? fields.join("; "));
  const cells = [...keys, ...gave];
  const measure = cells.length === 0 ? weightText(weight) : escaped(cells.map(singleText).join(", "));
  return `${rank}. \`${path}\` (${measure}): ${content}`;
}

const escaped = (text: string): string => text.replaceAll(/\s+/g, " ").replaceAll(/([\\`*_[\]<>])/g, "\\$1");
