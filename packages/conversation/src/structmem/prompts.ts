import type { LanguageModel } from "@semantic-xpath/llm";
import type { Synthesis, SynthesisInput } from "./consolidate.js";
import type { Entry } from "./entries.js";

/** `constrained` demands grounds for every detail and link; `free` asks for a summary only, to measure the difference. */
export type SynthesisMode = "constrained" | "free";

const TASK =
  "You write one entry of a memory: a summary of the events of one stretch of time, as plain prose of at most 350 words, in order of time.";

const DEMANDS = [
  "Use only the lines below. Every date, name and number in your text must occur in them.",
  "Keep concrete dates, places, names, plans and telling words. Write dates in full.",
  "State causes only where a line states them.",
  "Mention an event of another time only if it bears on these events, and give its date.",
].join("\n");

/** A synthesis by a language model, one call each. */
export function modelSynthesis(model: LanguageModel, mode: SynthesisMode = "constrained"): Synthesis {
  return async (input, problems) => {
    const { text } = await model.generate({
      purpose: "consolidation",
      messages: [
        { role: "system", content: mode === "constrained" ? `${TASK}\n${DEMANDS}` : TASK },
        {
          role: "user",
          content: promptOf(
            input,
            problems.map((problem) => problem.text),
          ),
        },
      ],
    });
    return text;
  };
}

/** The lines of a window and of other times, and the citations of an earlier answer that no line supports. */
export function promptOf({ window, supplement }: SynthesisInput, problems: readonly string[]): string {
  const speakers = [...new Set(window.map(({ speaker }) => speaker))].filter((speaker) => speaker !== "").sort();
  return [
    `From ${isoTime(window[0]!.time)} to ${isoTime(window.at(-1)!.time)}. Speakers: ${speakers.join(", ") || "none"}.`,
    "",
    "Events:",
    ...window.map(lineOf),
    "",
    "Events of other times:",
    ...(supplement.length === 0 ? ["(none)"] : supplement.map(lineOf)),
    ...(problems.length === 0
      ? []
      : ["", `These occur in no line, leave them out: ${[...new Set(problems)].join("; ")}`]),
  ].join("\n");
}

function lineOf({ time, speaker, voice, text }: Entry): string {
  const name = speaker === "" ? "" : `${speaker} `;
  return `[${isoTime(time)}] ${name}(${voice}): ${text.replace(/\s+/g, " ")}`;
}

const isoTime = (time: number): string => new Date(time).toISOString().slice(0, 19);
