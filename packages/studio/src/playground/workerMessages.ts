import type { StudioEvent, StudioQuestions } from "../protocol.js";

/** Messages from the page to the worker of its studio. */
export type ToWorker =
  | { readonly type: "open"; readonly task: string | null }
  | { readonly type: "ask"; readonly id: number; readonly method: keyof StudioQuestions; readonly params: unknown }
  | { readonly type: "cancel"; readonly id: number };

/** And what it answers. */
export type FromWorker =
  | { readonly type: "ready" }
  | { readonly type: "broken"; readonly message: string }
  | { readonly type: "answer"; readonly id: number; readonly value: unknown }
  | { readonly type: "failed"; readonly id: number; readonly message: string }
  | { readonly type: "event"; readonly event: StudioEvent };
