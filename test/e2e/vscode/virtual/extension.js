const vscode = require("vscode");

/**
 * An extension with files of its own: `memory:/garden` has data, a schema and queries; `fixed:` has the same and can't be written. As
 * those of a repository that is not checked out, they lie on no disk, and there is no search in them.
 */
const FILES = {
  "/garden/garden.xml":
    '<Garden>\n  <Bed name="south">\n    <Plant name="Basil" kind="herb">Likes sun and water.</Plant>\n    <Plant name="Fern" kind="leaf">Likes shade.</Plant>\n  </Bed>\n</Garden>\n',
  "/garden/garden.schema.json":
    '{\n  "version": 1,\n  "roots": ["Garden"],\n  "types": {\n    "Garden": { "children": { "Bed": {} } },\n    "Bed": { "attributes": { "name": { "type": "string" } }, "children": { "Plant": {} } },\n    "Plant": { "attributes": { "name": { "type": "string" }, "kind": { "type": "string" } }, "text": true }\n  }\n}\n',
  "/garden/garden.sxp":
    'import schema "garden.schema.json";\nimport data "garden.xml";\n\ndeclare query sunny() := //Plant[node =~ "likes sun"];\n\ndeclare query wrong() := //Bed/Plont;\n',
  "/garden/bare.sxp": '//Plant[@kind = "leaf"]\n',
  "/garden/names.sxp": 'import schema "garden.schema.json";\n\ndeclare query names() := //Plant/@name;\n',
  "/garden/sxp.config.json": '{ "version": 1, "scorers": { "house": { "type": "lexical" } } }\n',
};

class Files {
  constructor(isFixed) {
    this.isFixed = isFixed;
    this.texts = new Map(Object.entries(FILES).map(([path, text]) => [path, new TextEncoder().encode(text)]));
    this.changed = new vscode.EventEmitter();
    this.onDidChangeFile = this.changed.event;
  }
  watch() {
    return new vscode.Disposable(() => undefined);
  }
  stat({ path }) {
    const text = this.texts.get(path);
    if (text !== undefined)
      return { type: vscode.FileType.File, ctime: 0, mtime: text.changed ?? 1, size: text.length };
    const folder = path.endsWith("/") ? path : `${path}/`;
    const isFolder = path === "/" || [...this.texts.keys()].some((key) => key.startsWith(folder));
    if (!isFolder) throw vscode.FileSystemError.FileNotFound(path);
    return { type: vscode.FileType.Directory, ctime: 0, mtime: 0, size: 0 };
  }
  readDirectory({ path }) {
    const folder = path.endsWith("/") ? path : `${path}/`;
    const rest = [...this.texts.keys()].filter((key) => key.startsWith(folder)).map((key) => key.slice(folder.length));
    const { File, Directory } = vscode.FileType;
    return [...new Map(rest.map((name) => (name.includes("/") ? [name.split("/")[0], Directory] : [name, File])))];
  }
  readFile({ path }) {
    const text = this.texts.get(path);
    if (text === undefined) throw vscode.FileSystemError.FileNotFound(path);
    return text;
  }
  writeFile(uri, text) {
    if (this.isFixed) throw vscode.FileSystemError.NoPermissions(uri);
    const type = this.texts.has(uri.path) ? vscode.FileChangeType.Changed : vscode.FileChangeType.Created;
    this.texts.set(uri.path, Object.assign(text, { changed: Date.now() }));
    this.changed.fire([{ type, uri }]);
  }
  createDirectory() {}
  delete(uri) {
    this.texts.delete(uri.path);
    this.changed.fire([{ type: vscode.FileChangeType.Deleted, uri }]);
  }
  rename(from, to) {
    this.writeFile(to, this.readFile(from));
    this.delete(from);
  }
}

exports.activate = (context) => {
  const memory = new Files(false);
  context.subscriptions.push(
    vscode.workspace.registerFileSystemProvider("memory", memory, { isCaseSensitive: true }),
    vscode.workspace.registerFileSystemProvider("fixed", new Files(true), { isCaseSensitive: true, isReadonly: true }),
    vscode.commands.registerCommand("memory.change", () => {
      const uri = vscode.Uri.parse("memory:/garden/garden.xml");
      const text = new TextDecoder().decode(memory.readFile(uri)).replace("Likes shade.", "Likes sun too.");
      memory.writeFile(uri, new TextEncoder().encode(text));
    }),
    vscode.commands.registerCommand("memory.callTool", callTool),
  );
};

/** Calls a tool of language models as `call.json` says, and writes the answer beside it. */
async function callTool() {
  const [{ uri: folder }] = vscode.workspace.workspaceFolders;
  const file = (name) => vscode.Uri.joinPath(folder, name);
  const { name, input } = JSON.parse(new TextDecoder().decode(await vscode.workspace.fs.readFile(file("call.json"))));
  const answer = await vscode.lm
    .invokeTool(name, { input, toolInvocationToken: undefined })
    .then(({ content }) => content.map(({ value }) => value).join("\n"), String);
  await vscode.workspace.fs.writeFile(file("answer.txt"), new TextEncoder().encode(answer));
}
