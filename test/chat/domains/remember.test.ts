import { type About, translate } from "@semantic-xpath/chat/translate";
import { readTree } from "@semantic-xpath/readers";
import { readCsv } from "@semantic-xpath/readers/csv";
import { describe, expect, it } from "vitest";

const now = "2026-11-28T10:00:00Z";
const FACTS: About = {
  now,
  tree: readTree(
    '<Facts><Fact date="2026-01-03">Ana moved to Lisbon</Fact><Fact date="2026-02-11">The boiler is serviced in March</Fact><Fact date="2026-03-02">Tom likes green tea</Fact></Facts>',
  ),
};
const NOTES: About = {
  now,
  tree: readTree(
    '{"notes":[{"text":"The alarm code is 4471","added":"2026-01-02"},{"text":"Plumber is called Rosa Lindgren","added":"2026-02-02"},{"text":"Passport expires in May 2031","added":"2026-03-01"}]}',
  ),
};
const ROWS: About = {
  now,
  tree: readCsv(
    "date,note\n2026-01-05,Router password is on the fridge\n2026-01-09,Grandmother prefers window seats\n2026-02-01,The red key opens the shed\n",
  ),
};

describe("what is to be remembered, forgotten or recalled", () => {
  it.each<[about: About, request: string, text: string]>([
    [FACTS, "remember that Ana is allergic to nuts", "insert node <Fact>Ana is allergic to nuts</Fact>"],
    [FACTS, "don't forget that the rent is due on Friday", "insert node <Fact>the rent is due on Friday</Fact>"],
    [FACTS, "forget that Tom likes green tea", "delete node /Facts/Fact[3]"],
    [FACTS, "what did I say about Ana?", '//Fact[text() = "Ana moved to Lisbon"]'],
    [NOTES, "make a note that Rosa charges 80 an hour", "insert node <notes>Rosa charges 80 an hour</notes>"],
    [NOTES, "forget the alarm code", "delete node /root/notes[1]"],
    [NOTES, "what do you know about my passport?", '//notes[text() = "Passport expires in May 2031"]'],
    [ROWS, "remember: bins go out on Tuesday", 'insert node <row note="bins go out on Tuesday"/>'],
    [ROWS, "forget what I said about grandmother", "delete node /root/row[2]"],
    [ROWS, "what did I tell you about the red key?", '//row[@note = "The red key opens the shed"]'],
  ])("%#", async (about, request, text) => {
    const { isClear, readings } = await translate(request, about);
    const [first] = readings;
    expect([isClear, first?.kind === "query" ? first.query : first?.kind === "update" ? first.update : ""]).toEqual([
      true,
      expect.stringContaining(text),
    ]);
  });

  it.each(["forget everything", "forget about it"])("%s: asks", async (request) => {
    for (const about of [FACTS, NOTES, ROWS]) expect((await translate(request, about)).isClear).toBe(false);
  });
});
