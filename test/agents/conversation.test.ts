import { describe, expect, it } from "vitest";
import { CONNECTIONS, connect, type TestClient } from "./support/connect.js";
import { session } from "./support/trip.js";

const CONFERENCE = `<Itinerary title="Conference">
  <Day index="1"><Session name="Opening" start="09:00"/><POI name="Museum of Glass"/></Day>
  <Day index="2"><Session name="Trees" start="09:00"/><Session name="Queries" start="10:30"/><Session name="Scores" start="14:00"/></Day>
  <Day index="3"><POI name="Harbour"/></Day>
</Itinerary>`;

/** What a call gave, or why it gave nothing. */
async function said(client: TestClient, name: string, input: object): Promise<Record<string, unknown>> {
  const { isError, structuredContent, content } = await client.call(name, input);
  return isError ? { failed: JSON.parse(content[0]!.text!) } : (structuredContent as Record<string, unknown>);
}

const texts = (answer: Record<string, unknown>, list = "matches"): string[] =>
  (answer[list] as { text: string }[]).map(({ text }) => text);

describe.each(CONNECTIONS)("ten turns of a conversation over %s", (connection) => {
  it("each answer is what it should be", async () => {
    const asked: string[] = [];
    const { session: at } = session({ grant: { rights: "write" }, author: "agent" });
    const client = await connect(at, connection, (message) => {
      asked.push(message);
      return !message.includes("Harbour");
    });

    // 1. "Here is my conference plan, keep it."
    const created = await said(client, "create_task", { name: "conference", content: CONFERENCE, turn: "t1" });
    expect(created).toEqual({ task: "conference", version: 1 });

    // 2. "Which day is most packed with sessions?"
    const packed = await said(client, "query", { query: "(//Day[order by count(/Session) descending])[1]" });
    expect(packed).toMatchObject({ task: "conference", matches: [{ path: "/Itinerary/Day[2]" }] });
    const day = (packed.matches as { key: number }[])[0]!.key;

    // 3. "Add a coffee break to it after the first session." First as a dry run, then with a key for trying again.
    const session1 = await said(client, "query", { query: `/Itinerary/Day[2]/Session[1]` });
    const insertion = {
      content: '<Break name="Coffee break" start="10:00"/>',
      target: (session1.matches as { key: number }[])[0]!.key,
      position: "after",
      reason: "the day is long",
      turn: "t3",
    };
    const dry = await said(client, "insert", { ...insertion, dryRun: true });
    expect(dry).toMatchObject({ status: "dry run", base: 1, changes: [{ kind: "insert" }] });
    expect(dry.version).toBeUndefined();
    const inserted = await said(client, "insert", { ...insertion, ifVersion: 1, idempotencyKey: "coffee" });
    expect(inserted).toMatchObject({ status: "applied", version: 2, changes: [{ kind: "insert" }] });
    expect(await said(client, "insert", { ...insertion, idempotencyKey: "coffee" })).toMatchObject({
      status: "repeated",
      version: 2,
    });
    expect(texts(await said(client, "query", { query: `/Itinerary/Day[2]/*` }))).toEqual([
      "Trees · 09:00",
      "Coffee break · 10:00",
      "Queries · 10:30",
      "Scores · 14:00",
    ]);

    // 4. "Make it a quarter past." A target that is not surely one asks back, with what may be meant.
    const unclear = await said(client, "update", { update: 'replace value of node //Session/@start with "10:15"' });
    expect(unclear).toMatchObject({ failed: { data: { status: "unclear", targets: [{ outcome: "ambiguous" }] } } });
    const moved = await said(client, "update", {
      update: 'replace value of node //Break/@start with "10:15"',
      reason: "the first session runs over",
      turn: "t4",
    });
    expect(moved).toMatchObject({ status: "applied", version: 3, changes: [{ before: "10:00", after: "10:15" }] });

    // 5. "What was the plan before that?"
    expect(texts(await said(client, "query", { query: "//Break", version: -2 }))).toEqual(["Coffee break · 10:00"]);
    expect(await said(client, "diff", { from: 2, to: 3 })).toMatchObject({
      changes: [{ before: "10:00", after: "10:15" }],
    });

    // 6. "Why did we do that?"
    const { versions } = await said(client, "history", {});
    expect(versions).toMatchObject([
      { version: 3, author: "agent", reason: "the first session runs over", turn: "t4" },
      { version: 2, reason: "the day is long", turn: "t3" },
      { version: 1, turn: "t1" },
    ]);

    // 7. "Take the new time back." The coffee break stays.
    expect(await said(client, "revert", { version: 3 })).toMatchObject({ status: "applied", version: 4 });
    expect(texts(await said(client, "query", { query: "//Break" }))).toEqual(["Coffee break · 10:00"]);

    // 8. "Drop the museum." A person is asked, and says yes; of the harbour no.
    expect(await said(client, "delete", { targets: ['//POI[@name = "Museum of Glass"]'] })).toMatchObject({
      status: "applied",
      version: 5,
    });
    expect(asked).toEqual([expect.stringContaining("Museum of Glass")]);
    expect(await said(client, "delete", { targets: ['//POI[@name = "Harbour"]'] })).toMatchObject({
      failed: { code: "SXP5065" },
    });
    expect(texts(await said(client, "query", { query: "//POI" }))).toEqual(["Harbour"]);

    // 9. "What is in my other trip?"
    expect(await said(client, "tasks", { task: "trip" })).toMatchObject({ task: "trip" });
    expect(texts(await said(client, "query", { query: '//POI[node =~ "museum"]', limit: 1 }))).toEqual([
      "Museum of Nature · cost 12",
    ]);

    // 10. "Back to the conference: bring the museum back, and show me the plan as it was at first."
    expect(await said(client, "tasks", { task: "conference" })).toMatchObject({ task: "conference" });
    expect(await said(client, "revert", { version: 5 })).toMatchObject({ status: "applied", version: 6 });
    expect(texts(await said(client, "query", { query: "//POI" }))).toEqual(["Museum of Glass", "Harbour"]);
    const first = await said(client, "show", { version: 1 });
    expect((first.lines as string[]).join("\n")).not.toContain("Coffee");
    const restored = await said(client, "revert", { version: 1, mode: "restore" });
    expect(restored).toMatchObject({ status: "applied", version: 7, changes: [{ kind: "delete" }] });
    expect(asked).toHaveLength(3);
    const key = await said(client, "show", { node: day });
    expect(key).toMatchObject({ version: 7, path: "/Itinerary/Day[2]" });
  });
});
