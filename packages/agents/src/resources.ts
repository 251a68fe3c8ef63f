import { emitJsonSchema } from "@semantic-xpath/emitters";
import { type MemoryEvent, memoryError } from "@semantic-xpath/memory";
import type { MemorySession } from "./session.js";
import { writtenSchema } from "./tools/schema.js";

/** Something that a client may read, and be notified of when it changes. */
interface MemoryResource {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly mimeType: "text/plain" | "application/json";
}

const QUERY_SCHEMA = "memory://query-schema";

const taskUri = (task: string): string => `memory://task/${encodeURIComponent(task)}`;
const schemaUri = (task: string): string => `${taskUri(task)}/schema`;

/** Resources of a session: each task with its schema. Versions are read by their numbers. */
export function resourcesOf({ scope }: MemorySession): readonly MemoryResource[] {
  const ofTasks = scope.tasks().flatMap(({ name, title }) => [
    { uri: taskUri(name), name, title: title ?? name, mimeType: "text/plain" } as const,
    {
      uri: schemaUri(name),
      name: `${name}: schema`,
      title: `Schema of ${name}`,
      mimeType: "application/json",
    } as const,
  ]);
  return [
    ...ofTasks,
    { uri: QUERY_SCHEMA, name: "query-schema", title: "JSON Schema of queries as trees", mimeType: "application/json" },
  ];
}

/** The text of a resource. Throws a `MemoryError` (SXP5070) for one that is not there, or that this session may not see. */
export async function readResource(
  session: MemorySession,
  uri: string,
): Promise<Pick<MemoryResource, "mimeType"> & { text: string }> {
  if (uri === QUERY_SCHEMA) return json(JSON.stringify(emitJsonSchema(null)));
  const parts = /^memory:\/\/task\/([^/?#]+)(?:\/(schema)|\/version\/([^/?#]+))?$/.exec(uri);
  const unknown = () => memoryError("SXP5070", { name: uri, suggestions: [] });
  if (parts === null) throw unknown();
  const [, name = "", isSchema, version] = parts;
  const task = decoded(name);
  if (task === null) throw unknown();
  await session.memory.refreshAsync();
  if (isSchema !== undefined)
    return json(writtenSchema(session.scope.view(session.scope.named(task)), session.limits.maxResultTokens).text);
  const input = { task, version: version && (decoded(version) ?? version), maxTokens: session.limits.maxResultTokens };
  const answer = await session.call("show", input);
  if (!answer.ok) throw memoryError("SXP5070", { name: uri, suggestions: [] });
  const { lines, left } = answer.output as { lines: readonly string[]; left: number };
  const remainder = left > 0 ? [`… and ${left} more: the tool show goes on with a cursor`] : [];
  return { mimeType: "text/plain", text: [...lines, ...remainder].join("\n") };
}

const json = (text: string) => ({ mimeType: "application/json" as const, text });

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** Effect of a store event on readers of resources. */
export interface ResourceChange {
  /** True if the list of resources changed. */
  readonly isListChanged: boolean;
  readonly updated: readonly string[];
}

/** Visible part of a store event; null if it changed nothing visible. */
export function changeOf({ scope }: MemorySession, event: MemoryEvent): ResourceChange | null {
  if (!("task" in event)) return null;
  const isVisible = scope.tasks().some(({ name }) => name === event.task);
  if (event.kind !== "commit") return scope.isWhole || isVisible ? { isListChanged: true, updated: [] } : null;
  if (!isVisible || scope.changes(event.task, event.version).length === 0) return null;
  return { isListChanged: false, updated: [taskUri(event.task), schemaUri(event.task)] };
}
