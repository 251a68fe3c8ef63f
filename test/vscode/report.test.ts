import type { RunEntry, ViewParams } from "@semantic-xpath/lsp";
import { expect, it } from "vitest";
import { createKit, exampleUri } from "../lsp/kit.js";
import { dataOfReport } from "../support/reportPage.js";
import { extensionPath } from "./support/paths.js";
import { Uri, withVscode } from "./support/withVscode.js";

type ReportOf = (services: object, run: RunEntry, redacted: boolean) => Promise<string>;

it("a report says when its run was, and a redacted one that it is, without a word of the data", async () => {
  const uri = exampleUri("itinerary/report.sxp");
  const { service } = createKit({
    [uri]: 'import data "itinerary.xml";\ndeclare query stops() := //POI[@open_air];\n',
  });
  const { run } = await service.run({ uri });
  const entry = service.runs().runs.find(({ id }) => id === run)!;
  const vscode = {
    Uri: { joinPath: (_: Uri, ...names: string[]) => Uri.file(extensionPath(names.join("/"))) },
    workspace: { fs: { readFile: async () => new Uint8Array() } },
  };
  const { reportOf } = await withVscode<{ reportOf: ReportOf }>("runs/report.ts", vscode);
  const services = {
    context: { extensionUri: Uri.file(extensionPath("")) },
    session: { request: (_: string, params: ViewParams) => service.view(params) },
  };
  const open = await reportOf(services, { ...entry, at: 1_234_567_890_123 }, false);
  const closed = await reportOf(services, entry, true);
  expect(open).toContain("1234567890123");
  expect(open).toContain("Royal Ontario Museum");
  expect(open).toContain('"isRedacted":false');
  expect(closed).toContain('"isRedacted":true');
  expect(closed + JSON.stringify(dataOfReport(closed))).not.toContain("Royal Ontario Museum");
});
