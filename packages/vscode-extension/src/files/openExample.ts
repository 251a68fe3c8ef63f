import { FileType, type QuickPickItem, ThemeIcon, Uri, window, workspace } from "vscode";
import type { Services } from "../services.js";

interface Example extends QuickPickItem {
  readonly folder: string;
}

interface Place extends QuickPickItem {
  readonly parent: () => Promise<Uri | undefined>;
}

const EXAMPLES: readonly Example[] = [
  { label: "Itinerary", detail: "A week of travel in XML, with 33 queries", folder: "itinerary" },
  { label: "To-do list", detail: "Projects and tasks in XML, with 28 queries", folder: "todo" },
  { label: "Meal plan", detail: "A week of meals in JSON, with 25 queries", folder: "mealplan" },
];

/** Copies a bundled example to a place that the user chooses and opens its queries. What is there already is kept. */
export async function openExample({ context }: Services): Promise<void> {
  const example = await window.showQuickPick(EXAMPLES, { title: "Which example?" });
  if (example === undefined) return;
  const place = await window.showQuickPick(places(context.globalStorageUri), { title: "Where to?" });
  const parent = await place?.parent();
  if (parent === undefined) return;
  const folder = Uri.joinPath(parent, example.folder);
  await copyNew(Uri.joinPath(context.extensionUri, "dist", "examples", example.folder), folder);
  const document = await workspace.openTextDocument(Uri.joinPath(folder, `${example.folder}.sxp`));
  await window.showTextDocument(document, { preview: false });
}

function places(storage: Uri): Place[] {
  return [
    ...(workspace.workspaceFolders ?? []).map(({ name, uri }) => ({
      label: name,
      iconPath: new ThemeIcon("folder"),
      detail: "A new folder in this workspace",
      parent: async () => uri,
    })),
    {
      label: "Only to look",
      iconPath: new ThemeIcon("beaker"),
      detail: "In the extension's own storage: no folder is needed",
      parent: async () => Uri.joinPath(storage, "examples"),
    },
    {
      label: "Another folder…",
      iconPath: new ThemeIcon("folder-opened"),
      detail: "A new folder in one that you choose",
      parent: async () => {
        const options = { canSelectFolders: true, canSelectFiles: false, canSelectMany: false, openLabel: "Copy Here" };
        return (await window.showOpenDialog(options))?.[0];
      },
    },
  ];
}

async function copyNew(from: Uri, to: Uri): Promise<void> {
  await workspace.fs.createDirectory(to);
  const existing = new Set((await workspace.fs.readDirectory(to)).map(([name]) => name));
  for (const [name, type] of await workspace.fs.readDirectory(from)) {
    if ((type & FileType.File) === 0 || existing.has(name)) continue;
    await workspace.fs.writeFile(Uri.joinPath(to, name), await workspace.fs.readFile(Uri.joinPath(from, name)));
  }
}
