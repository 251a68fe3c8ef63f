import { Answered, Button, counted, useAnswer } from "@semantic-xpath/views/components";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { TaskView, VersionView } from "../../protocol.js";
import { type Timeline, timelineOf } from "../model/timeline.js";
import { whenText } from "../model/times.js";
import { DiffLines } from "../parts/DiffLines.js";
import { lazily } from "../parts/lazily.js";
import { Plain } from "../parts/Plain.js";
import type { Page } from "../usePage.js";
import { TimelineDrawing } from "./TimelineDrawing.js";

interface VersionsProps {
  readonly page: Page;
  readonly task: TaskView;
  readonly chosen: number;
  readonly onChoose: (version: number) => void;
  readonly onPath: (path: string) => void;
  /** Shows a version in the tree. */
  readonly onTree: (version: number | null) => void;
  readonly announce: (text: string) => void;
}

const Merge = lazily("the merge", async () => (await import("./Merge.js")).Merge);

/** Versions of one question for more. */
const PAGE = 200;

/** The history of a task, and what any two versions of it differ in. */
export function Versions({ page, task, chosen, onChoose, onPath, onTree, announce }: VersionsProps) {
  const { versions, more } = useVersions(page, task);
  const timeline = useMemo(() => timelineOf(versions), [versions]);
  const version = versions.find(({ number }) => number === chosen) ?? null;
  const [base, setBase] = useState<number | null>(null);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    document.getElementById(`version-${chosen}`)?.scrollIntoView({ block: "nearest" });
  }, [chosen, versions]);
  const press = (event: KeyboardEvent): void => {
    const row = rowAtKey(timeline, chosen, event.key);
    if (row !== null) onChoose(row);
    else if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
      const next = neighbour(versions, chosen, event.key === "ArrowLeft" ? -1 : 1);
      if (next !== null) onChoose(next);
    } else if (event.key === "b" && !event.ctrlKey && !event.metaKey) {
      setBase(base === chosen ? null : chosen);
      announce(base === chosen ? "Compared with the version before" : `Compared with version ${chosen}`);
    } else if (event.key === "Enter") onTree(chosen);
    else return;
    event.preventDefault();
  };
  return (
    <div class="versions">
      <div
        ref={list}
        class="timeline scroller"
        role="listbox"
        aria-label="Versions, the newest first"
        aria-activedescendant={version === null ? undefined : `version-${chosen}`}
        tabIndex={0}
        onKeyDown={press}
      >
        <TimelineDrawing timeline={timeline} chosen={chosen} base={base} />
        <div class="timeline-rows">
          {timeline.rows.map(({ version: row }) => (
            <VersionRow
              key={row.number}
              version={row}
              isHead={row.number === task.head}
              isChosen={row.number === chosen}
              isBase={row.number === base}
              onChoose={() => onChoose(row.number)}
            />
          ))}
        </div>
      </div>
      {more !== null && (
        <p class="status-line">
          <Button kind="link" label={`${task.versionCount - versions.length} older versions`} onPress={more} />
        </p>
      )}
      {version !== null && (
        <VersionDetail
          key={version.number}
          {...{ page, task, version, versions, base, onPath, onTree, announce }}
          onBase={setBase}
        />
      )}
    </div>
  );
}

/** The version that a key leads to in the list; null: the key leads nowhere. */
function rowAtKey({ rows }: Timeline, chosen: number, key: string): number | null {
  const at = rows.findIndex(({ version }) => version.number === chosen);
  const last = rows.length - 1;
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: last, PageDown: at + 8, PageUp: at - 8 }[key];
  return (to !== undefined && rows[Math.max(0, Math.min(last, to))]?.version.number) || null;
}

interface VersionDetailProps extends Pick<VersionsProps, "page" | "task" | "onPath" | "onTree" | "announce"> {
  readonly version: VersionView;
  readonly versions: readonly VersionView[];
  readonly base: number | null;
  readonly onBase: (base: number | null) => void;
}

/** One version, and what it differs in from another one. */
function VersionDetail({ page, task, version, versions, base, onPath, onTree, announce, onBase }: VersionDetailProps) {
  const from = base ?? version.parents[0] ?? null;
  return (
    <div class="version-detail scroller">
      <VersionHead {...{ version, page, task, announce, onTree, onPath }} />
      <p class="compare-with">
        <label>
          What differs from{" "}
          <select value={String(from ?? "")} onChange={(event) => onBase(Number(event.currentTarget.value) || null)}>
            {from === null && <option value="">nothing</option>}
            {versions.toReversed().map(({ number, reason }) => (
              <option key={number} value={String(number)}>
                {`version ${number}${reason === null ? "" : `: ${reason.slice(0, 40)}`}`}
              </option>
            ))}
          </select>
        </label>
        {base !== null && <Button kind="link" label="The version before" onPress={() => onBase(null)} />}
      </p>
      {from === null ? (
        <p class="quiet">It is the first version.</p>
      ) : (
        <Difference page={page} task={task.name} from={from} to={version.number} onPath={onPath} />
      )}
    </div>
  );
}

/** The newest versions, with older ones on request. */
function useVersions({ ask, attempt }: Page, task: TaskView) {
  const [older, setOlder] = useState<{ readonly of: string; readonly versions: readonly VersionView[] }>({
    of: task.name,
    versions: [],
  });
  const loadedVersions = older.of === task.name ? older.versions : [];
  const first = loadedVersions[0] ?? task.versions[0];
  const versions = useMemo(() => {
    const newest = task.versions[0]?.number ?? 0;
    return [...loadedVersions.filter(({ number }) => number < newest), ...task.versions];
  }, [loadedVersions, task.versions]);
  const fetchMore = async (): Promise<void> => {
    const page = await attempt(() => ask("versions", { task: task.name, before: first?.number ?? null, count: PAGE }));
    if (page !== null) setOlder({ of: task.name, versions: [...page.versions, ...loadedVersions] });
  };
  return { versions, more: versions.length < task.versionCount ? () => void fetchMore() : null };
}

/** The version of another branch, or the next along the graph: left to what it was made of, right to what was made of it. */
function neighbour(versions: readonly VersionView[], chosen: number, by: -1 | 1): number | null {
  const version = versions.find(({ number }) => number === chosen);
  if (by < 0) return version?.parents.at(-1) ?? null;
  return versions.findLast(({ parents }) => parents.includes(chosen))?.number ?? null;
}

interface VersionRowProps {
  readonly version: VersionView;
  readonly isHead: boolean;
  readonly isChosen: boolean;
  readonly isBase: boolean;
  readonly onChoose: () => void;
}

const VersionRow = ({ version, isHead, isChosen, isBase, onChoose }: VersionRowProps) => (
  // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus, and names its active option
  // biome-ignore lint/a11y/useKeyWithClickEvents: the list has the keys
  <div
    id={`version-${version.number}`}
    class={`version-row${isChosen ? " is-selected" : ""}`}
    role="option"
    aria-selected={isChosen}
    onClick={onChoose}
  >
    <span class="version-line clip">
      <b class="num">{version.number}</b> <Plain text={version.reason ?? withoutReason(version)} />
    </span>
    <span class="version-line clip quiet">
      {isHead && <span class="tag">now</span>} {isBase && <span class="tag tag-current">compared with</span>}{" "}
      {version.branch !== "main" && (
        <span class="tag">
          <Plain text={version.branch} />
        </span>
      )}{" "}
      {whenText(version.time)}
      {version.author !== null && (
        <>
          {" · "}
          <Plain text={version.author} />
        </>
      )}{" "}
      · {counted(version.changes, "change")}
    </span>
  </div>
);

function withoutReason({ parents }: VersionView): string {
  if (parents.length === 0) return "The beginning";
  return parents.length === 1 ? "No reason was given" : `Merged version ${parents[1]}`;
}

interface VersionHeadProps extends Pick<VersionsProps, "page" | "task" | "announce" | "onTree" | "onPath"> {
  readonly version: VersionView;
}

/** A version with its actions. */
function VersionHead({ version, page, task, announce, onTree, onPath }: VersionHeadProps) {
  const [work, setWork] = useState<"branch" | "merge" | null>(null);
  const canWrite = page.state?.canWrite ?? false;
  const restore = async (): Promise<void> => {
    const done = await page.attempt(() =>
      page.ask("restore", { task: task.name, version: version.number, ifVersion: task.head }),
    );
    if (done === null) return;
    announce(done.message);
    onTree(null);
  };
  const { turn } = version;
  return (
    <>
      <h3>Version {version.number}</h3>
      <div class="buttons">
        <Button label="Show it in the tree" onPress={() => onTree(version.number)} />
        {canWrite && version.number !== task.head && <Button label="Restore it" onPress={() => void restore()} />}
        {canWrite && <Button label="Branch here" onPress={() => setWork("branch")} />}
        {canWrite && task.branches.length > 1 && (
          <Button label="Merge into a branch" onPress={() => setWork("merge")} />
        )}
        {turn !== null && page.conversation?.turns.some(({ id }) => id === turn) && (
          <Button
            label="To the turn that made it"
            onPress={() => document.getElementById(`turn-${turn}`)?.scrollIntoView({ block: "center" })}
          />
        )}
      </div>
      {work === "branch" && (
        <NewBranch {...{ page, task, announce }} from={version.number} onClose={() => setWork(null)} />
      )}
      {work === "merge" && <Merge {...{ page, task, version, onPath, announce }} onClose={() => setWork(null)} />}
    </>
  );
}

interface NewBranchProps extends Pick<VersionsProps, "page" | "task" | "announce"> {
  readonly from: number;
  readonly onClose: () => void;
}

/** A branch that begins at a version, by its name. */
function NewBranch({ page, task, from, announce, onClose }: NewBranchProps) {
  const [name, setName] = useState("");
  const make = async (): Promise<void> => {
    const isMade = await page.attempt(async () => {
      await page.ask("branch", { task: task.name, name, from });
      return true;
    });
    if (isMade === null) return;
    announce(`Branch "${name}" begins at version ${from}`);
    onClose();
  };
  return (
    <form
      class="new-branch buttons"
      onSubmit={(event) => {
        event.preventDefault();
        void make();
      }}
    >
      <input
        type="text"
        aria-label="The name of the branch"
        placeholder="a-name"
        value={name}
        ref={(field) => void (name === "" && field?.focus())}
        onInput={(event) => setName(event.currentTarget.value)}
      />
      <button type="submit" class="button button-primary" disabled={name === ""}>
        Make it
      </button>
      <Button label="Close" onPress={onClose} />
    </form>
  );
}

interface DifferenceProps {
  readonly page: Page;
  readonly task: string;
  readonly from: number;
  readonly to: number;
  readonly onPath: (path: string) => void;
}

function Difference({ page, task, from, to, onPath }: DifferenceProps) {
  const answer = useAnswer(() => page.ask("diff", { task, from, to }), [task, from, to]);
  return (
    <Answered answer={answer} what="what differs">
      {(diff) => <DiffLines lines={diff.lines} onPath={onPath} />}
    </Answered>
  );
}
