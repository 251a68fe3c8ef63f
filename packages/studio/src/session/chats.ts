import type { ConversationView, StudioState } from "../protocol.js";
import { studioError } from "./studioError.js";

/** The conversations of a studio. */
export class Chats {
  readonly model: string | null = null;

  list(): StudioState["conversations"] {
    return [];
  }

  view(conversation: string | null): ConversationView {
    if (conversation !== null) throw studioError("SXP5167", {});
    return { id: "", title: "", task: "", turns: [] };
  }

  send(_conversation: string, _request: string): string {
    throw studioError("SXP5167", {});
  }

  choose(_conversation: string, _turn: string, _choice: number): null {
    throw studioError("SXP5167", {});
  }

  cancel(_conversation: string, _turn: string): null {
    throw studioError("SXP5167", {});
  }

  retry(_conversation: string, _turn: string): string {
    throw studioError("SXP5167", {});
  }

  rewrite(_conversation: string, _turn: string, _request: string): { conversation: string; turn: string } {
    throw studioError("SXP5167", {});
  }

  exported(_conversation: string): { name: string; html: string } {
    throw studioError("SXP5167", {});
  }
}
