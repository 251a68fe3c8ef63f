import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { connect, createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";

const SYSTEM = "/usr/lib/postgresql";
const SOCKET = ".s.PGSQL.5432";

/** The folder of the newest programs of PostgreSQL; null where there are none. */
function programs(): string | null {
  const versions = existsSync(SYSTEM) ? readdirSync(SYSTEM).sort((a, b) => Number(b) - Number(a)) : [];
  return versions.map((version) => join(SYSTEM, version, "bin")).find((bin) => existsSync(join(bin, "initdb"))) ?? null;
}

/** Somebody who is not root, since the server refuses to be. */
function account(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return {} as { uid: number; gid: number };
  for (const name of ["postgres", "nobody"])
    try {
      const [uid, gid] = ["-u", "-g"].map((flag) => Number(execFileSync("id", [flag, name], { encoding: "utf8" })));
      return { uid: uid!, gid: gid! };
    } catch {}
  return null;
}

/** Why there can be no server here; null: there can. */
export const noServer: string | null =
  process.platform === "win32" || programs() === null
    ? "PostgreSQL is not installed: apt-get install postgresql"
    : account() === null
      ? "there is no account but root"
      : null;

/** A server of its own in a temporary folder, on a socket in it: nothing listens on a port. */
export class Cluster {
  private server: ChildProcess | null = null;
  private readonly folder = mkdtempSync("/tmp/sxp-pg-");
  private readonly bin = programs()!;
  private readonly who = account()!;

  constructor() {
    if (this.who.uid !== undefined) chownSync(this.folder, this.who.uid, this.who.gid);
    const data = join(this.folder, "data");
    execFileSync(join(this.bin, "initdb"), ["-D", data, "-U", "sxp", "--auth=trust", "-E", "UTF8", "--locale=C"], {
      ...this.who,
      cwd: "/",
      stdio: "ignore",
    });
  }

  /** `database`: which one; `through`: the folder of a proxy. */
  url(database = "postgres", through = this.folder): string {
    return `postgres://sxp@/${database}?host=${through}`;
  }

  async start(): Promise<void> {
    const { bin, folder, who } = this;
    const options = ["-D", join(folder, "data"), "-k", folder, "-c", "listen_addresses=", "-c", "max_connections=200"];
    this.server = spawn(join(bin, "postgres"), options, { ...who, cwd: "/", stdio: "ignore" });
    for (let i = 0; i < 600; i++) {
      try {
        execFileSync(join(bin, "pg_isready"), ["-q", "-h", folder, "-U", "sxp"], { cwd: "/" });
        return;
      } catch {
        await new Promise((done) => setTimeout(done, 50));
      }
    }
    throw new Error("the server does not start");
  }

  /** A folder for a tablespace on a disk of so many megabytes; root makes it, and has to unmount it. */
  smallDisk(megabytes: number): string {
    const folder = join(this.folder, "small");
    mkdirSync(folder);
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", folder]);
    chownSync(folder, this.who.uid, this.who.gid);
    return folder;
  }

  /** `SIGINT` ends connections and writes all down; `SIGQUIT` ends at once, as a crash does. */
  async stop(signal: "SIGINT" | "SIGQUIT" = "SIGINT"): Promise<void> {
    const { server } = this;
    if (server === null) return;
    this.server = null;
    const ended = new Promise((done) => server.once("exit", done));
    server.kill(signal);
    await ended;
  }

  async remove(): Promise<void> {
    await this.stop("SIGQUIT");
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** A way to the server that is cut after statements with some words were passed on, as often as `cuts` says. */
  async proxy(words: string): Promise<CuttingProxy> {
    const folder = join(this.folder, `proxy${Date.now()}`);
    mkdirSync(folder);
    chmodSync(folder, 0o755);
    const proxy = new CuttingProxy(folder, join(this.folder, SOCKET), words);
    await proxy.listen();
    return proxy;
  }
}

class CuttingProxy {
  cuts = 0;
  cut = 0;
  private readonly server: Server;
  private readonly sockets = new Set<Socket>();

  constructor(
    readonly folder: string,
    private readonly to: string,
    private readonly words: string,
  ) {
    this.server = createServer((client) => this.pass(client));
  }

  listen(): Promise<void> {
    return new Promise((done) => this.server.listen(join(this.folder, SOCKET), done));
  }

  close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    return new Promise((done) => this.server.close(() => done()));
  }

  private pass(client: Socket): void {
    const server = connect(this.to);
    for (const socket of [client, server]) {
      this.sockets.add(socket);
      socket.on("error", () => undefined);
      socket.on("close", () => {
        this.sockets.delete(socket);
        client.destroy();
        server.end();
      });
    }
    server.on("data", (bytes) => client.write(bytes));
    client.on("data", (bytes) => {
      server.write(bytes);
      if (this.cuts === 0 || !bytes.includes(this.words)) return;
      this.cuts--;
      this.cut++;
      // The statement was sent; whatever the server answers is heard by nobody.
      client.destroy();
    });
  }
}
