/**
 * The components of a run, for pages that arrange them in their own way. Each stands below a `RunContext`, whose `ShownRun` has the
 * run's view, the selected node, and `go`, which leads from one to another. Their styles are `@semantic-xpath/views/components.css`.
 */

export type { Action, Host } from "../host/host.js";
export { copyText, save } from "../host/pageActions.js";
export { remoteView } from "../host/remoteView.js";
export { diffQuery } from "../model/diffQuery.js";
export type { FactsSource } from "../model/factsSource.js";
export { type Piece, paintQuery } from "../model/paintQuery.js";
export { counted, countText, messageOf, timeText, valueLine, weightText } from "../model/text.js";
export { ancestorsOf, childrenOf, type TreeColumns, treeColumns, typeOf } from "../model/treeColumns.js";
export type { RunEntry, ViewName } from "../protocol.js";
export { Execution } from "./execution/Execution.js";
export { Causes, Stats } from "./header/Header.js";
export { Memory } from "./memory/Memory.js";
export { NodePane } from "./node/NodePane.js";
export { Announcement } from "./parts/Announcement.js";
export { type Answer, Answered, useAnswer } from "./parts/answers.js";
export { Bar, Weight } from "./parts/Bar.js";
export { Button, MoreRows } from "./parts/Button.js";
export { Menu } from "./parts/Menu.js";
export { Notice } from "./parts/Notice.js";
export { PathText } from "./parts/Path.js";
export { Table } from "./parts/Table.js";
export { Tabs } from "./parts/Tabs.js";
export { Results } from "./results/Results.js";
export { hasRun, newViewStates, RunContext, type ShownRun, useRun, type ViewStates } from "./run.js";
