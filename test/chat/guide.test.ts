import { CHAT_LIMITS, Conversation } from "@semantic-xpath/chat";
import { expect, it } from "vitest";
import { blocksOf, documentText } from "../docs/blocks.js";
import { NOW, outcome } from "./support/conversations.js";
import { exampleTrip } from "./support/trip.js";

const GUIDE = "docs/how-to/chat-and-studio.md";

it("the guide's conversation is what is said", async () => {
  const chat = new Conversation({ memory: exampleTrip(), now: () => NOW, id: "guide" });
  for (const { text } of blocksOf(GUIDE).filter(({ info }) => info === "chat"))
    for (const turn of text.trim().split(/^> /m).filter(Boolean)) {
      const [request, ...lines] = turn.trimEnd().split("\n");
      const { text: said, question } = await outcome(chat.send(request!));
      const asked =
        question === null || chat.waiting === null ? "" : `${question.question} (${question.choices.join(", ")})`;
      expect([request, `${said}${asked}`]).toEqual([request, lines.join("\n")]);
    }
});

it("the guide says every limit as it is", () => {
  const rows = [...documentText(GUIDE).matchAll(/^\| `(\w+)`[^|]*\| ([\d ]+|Infinity) \|/gm)];
  const said = rows.map(([, name, value]) => [name, Number(value!.replaceAll(" ", ""))]);
  expect(Object.fromEntries(said)).toEqual(CHAT_LIMITS);
});
