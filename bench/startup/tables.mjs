import { times } from "../report/numbers.mjs";

export function startupTable(records) {
  const [bare] = records;
  return {
    title: "Start-up: whole processes, median of 10",
    columns: ["command", "time", "ratio to node -e 0"],
    rows: records.map(({ command, milliseconds }) => [
      command,
      `${milliseconds.toFixed(0)} ms`,
      times(milliseconds / bare.milliseconds),
    ]),
  };
}
