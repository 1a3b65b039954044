// A remote in the tables of a server that speaks PostgreSQL's protocol, opened by `open_space.ts`.
import { Buffer } from "node:buffer";
import { getCACertificates } from "node:tls";
import postgres from "postgres";
import { infoOf, modeOf, textOf } from "../machine/files.ts";
import { homeFolder } from "../machine/paths.ts";
import {
  checkedOperation,
  noSpace,
  type Operation,
  PAGE,
  type Remote,
  type RemoteOptions,
  unusable,
} from "./remote.ts";

const CONNECT_SECONDS = 5;
/** The parameters of an address that are passed on; hosts of databases add others to the addresses they show. */
const OBEYED = new Set(["sslmode", "sslnegotiation", "target_session_attrs", "options", "search_path"]);

/** `version`, its index and `identity` are unused; they stay because existing servers have them. */
const SCHEMA = `
create table if not exists mneme_spaces (
  space text primary key, identity text not null, version bigint not null
);
create table if not exists mneme_members (
  space text not null, member text not null, primary key (space, member)
);
create table if not exists mneme_operations (
  space text not null, id uuid not null, version bigint not null, origin text not null, stamp text not null,
  kind text not null, record uuid not null, sealed bytea not null, primary key (space, id)
);
create index if not exists mneme_operations_by_version on mneme_operations (space, version, id);
`;

/** Row-level security: a user of the server sees only the rows of its own spaces. */
const ROW_CONDITIONS = {
  mneme_members: "member = current_user",
  mneme_spaces: isMemberOf("mneme_spaces"),
  mneme_operations: isMemberOf("mneme_operations"),
};

function isMemberOf(table: string): string {
  return `exists (select 1 from mneme_members m where m.space = ${table}.space and m.member = current_user)`;
}

export class PostgresRemote implements Remote {
  readonly #sql: postgres.Sql;
  readonly #options: RemoteOptions;
  readonly #space: string;

  private constructor(options: RemoteOptions) {
    this.#sql = connect(new URL(options.url));
    this.#options = options;
    this.#space = options.space;
  }

  static async open(options: RemoteOptions): Promise<PostgresRemote> {
    return await attempt(options, async () => {
      const remote = new PostgresRemote(options);
      try {
        if (options.isNew) await remote.#prepare();
        await remote.#requireSpace();
        return remote;
      } catch (error) {
        await remote[Symbol.asyncDispose]();
        throw error;
      }
    });
  }

  ids(): Promise<readonly string[]> {
    return attempt(this.#options, async () => {
      const rows = await this.#sql`select id from mneme_operations where space = ${this.#space}`;
      return rows.map(({ id }) => String(id));
    });
  }

  async *read(ids: readonly string[]): AsyncGenerator<readonly Operation[]> {
    for (let i = 0; i < ids.length; i += PAGE) {
      const page = ids.slice(i, i + PAGE);
      const rows = await attempt(this.#options, () =>
        this.#sql`
        select id, origin, stamp, kind, record, sealed from mneme_operations
        where space = ${this.#space} and id = any(${uuids(page)}::uuid[])`);
      yield rows.flatMap((row) => checkedOperation({ ...row, space: this.#space } as Operation) ?? []);
    }
  }

  push(added: readonly Operation[], replaced: readonly string[]): Promise<void> {
    return attempt(this.#options, async () => {
      await this.#sql.begin(async (sql) => {
        await this.#requireSpace(sql);
        const rows = added.map(({ id, origin, stamp, kind, record, sealed }) => ({
          ...{ space: this.#space, id, version: 0, origin, stamp, kind, record },
          sealed: Buffer.from(sealed),
        }));
        if (rows.length > 0) {
          await sql`insert into mneme_operations ${sql(rows)} on conflict (space, id) do nothing`;
        }
        if (replaced.length > 0) {
          await sql`
            delete from mneme_operations where space = ${this.#space} and id = any(${
            uuids(replaced)
          }::uuid[])`;
        }
      });
      // Outside of the transaction, because it fails on servers without `pg_notify`.
      await this.#sql`select pg_notify(${`mneme_${this.#space}`}, '')`.catch(() => {});
    });
  }

  /**
   * Gives a user of the server access to the space, or takes it away. Returns false if there is no such user, or
   * no access to take away. Only the owner of the tables can do this. Other users may change no operation.
   */
  setMember(member: string, isMember: boolean): Promise<boolean> {
    return attempt(this.#options, async () => {
      const sql = this.#sql;
      if (!isMember) {
        const gone = await sql`delete from mneme_members where space = ${this.#space} and member = ${member}`;
        return gone.count > 0;
      }
      const [found] =
        await sql`select quote_ident(rolname) as role from pg_roles where rolname::text = ${member}`;
      if (found === undefined) return false; // the name `public` would give every user access, even in quotes
      await sql.unsafe(`grant select on mneme_members, mneme_spaces to ${found.role}`);
      await sql.unsafe(`grant select, insert, delete on mneme_operations to ${found.role}`);
      await sql`
        insert into mneme_members (space, member) values (${this.#space}, ${member})
        on conflict (space, member) do nothing`;
      return true;
    });
  }

  async wait(ms: number): Promise<void> {
    const woken = Promise.withResolvers<void>();
    const timer = setTimeout(woken.resolve, ms);
    // On a server without LISTEN, the time alone ends the wait.
    const listening = await this.#sql.listen(`mneme_${this.#space}`, () => woken.resolve()).catch(() =>
      undefined
    );
    await woken.promise;
    clearTimeout(timer);
    await listening?.unlisten().catch(() => {});
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#sql.end({ timeout: 1 }).catch(() => {});
  }

  async #prepare(): Promise<void> {
    const [found] = await this.#sql`select to_regclass('mneme_operations') is not null as is_there`;
    if (found?.is_there !== true) {
      await this.#sql.begin(async (sql) => { // so that no tables without guards are left if it is killed
        await sql.unsafe(SCHEMA);
        for (const [table, condition] of Object.entries(ROW_CONDITIONS)) await guard(sql, table, condition);
      });
    }
    await this.#sql`
      insert into mneme_spaces (space, identity, version) values (${this.#space}, ${crypto.randomUUID()}, 0)
      on conflict (space) do nothing`;
    await this.#sql`
      insert into mneme_members (space, member) select ${this.#space}, current_user
      on conflict (space, member) do nothing`;
  }

  async #requireSpace(sql: postgres.ISql = this.#sql): Promise<void> {
    const found = await sql`select space from mneme_spaces`; // those that this user may see
    if (found.some(({ space }) => space === this.#space)) return;
    throw noSpace(this.#options, found.length);
  }
}

/** Enables row-level security. On a server without it, only the encryption keeps other users out. */
async function guard(sql: postgres.TransactionSql, table: string, condition: string): Promise<void> {
  try {
    await sql.savepoint(async (sql) => {
      await sql.unsafe(`alter table ${table} enable row level security`);
      await sql.unsafe(
        `create policy mneme_member on ${table} using (${condition}) with check (${condition})`,
      );
    });
  } catch (error) {
    // "Feature not supported" and "syntax error": the server has no row-level security.
    if (!["0A000", "42601"].includes(String((error as { code?: string }).code))) throw error;
  }
}

/** Returns an array in PostgreSQL's notation: the library knows types of arrays only with `fetch_types`. */
function uuids(ids: readonly string[]): string {
  return `{${ids.join(",")}}`;
}

async function attempt<T>({ url }: RemoteOptions, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw unusable(url, "check that the server runs and lets this user in", cause);
  }
}

/** Connects as libpq would, with the address, the environment and `~/.pgpass`. */
function connect(url: URL): postgres.Sql {
  const [givenUser, givenPassword, certificate] = ["user", "password", "sslrootcert"].map((name) =>
    url.searchParams.get(name) ?? ""
  );
  // `postgres` would send parameters for other programs, such as `channel_binding`, as settings of the session.
  for (const name of [...url.searchParams.keys()]) if (!OBEYED.has(name)) url.searchParams.delete(name);
  const { pathname, username, password } = url;
  const host = url.hostname.replaceAll(/[[\]]/g, "") || Deno.env.get("PGHOST") || "localhost";
  const port = url.port || Deno.env.get("PGPORT") || "5432";
  const user = decodeURIComponent(username) || givenUser || Deno.env.get("PGUSER") || Deno.env.get("USER") ||
    Deno.env.get("USERNAME") || "postgres";
  const database = decodeURIComponent(pathname.slice(1)) || user;
  const login = [host.startsWith("/") ? "localhost" : host, port, database, user]; // "/": the folder of a local socket
  const found = decodeURIComponent(password) || givenPassword || Deno.env.get("PGPASSWORD") ||
    passwordIn(readPasswords(), login);
  // `postgres` would split an IPv6 address at its colons. Its types lack the list, which it takes as it is.
  const place: object = host.includes(":") ? { host: [host], port: [Number(port)] } : {};
  return postgres(url.href, {
    max: 1,
    user,
    database,
    ...place,
    ...(certificate ? { ssl: { ca: certificatesIn(certificate) } } : {}),
    connect_timeout: CONNECT_SECONDS,
    prepare: false, // prepared statements do not survive a connection pooler
    fetch_types: false, // nobody awaits the library's own query, whose failure would end the process
    onnotice: () => {},
    connection: { application_name: "mneme" },
    ...(found === undefined ? {} : { password: found }),
  });
}

/** Returns the certificates of a file; for the name `system`, as in libpq since version 16, of the operating system. */
function certificatesIn(file: string): string | string[] {
  return file === "system" ? getCACertificates("system") : Deno.readTextFileSync(file);
}

/** Reads the password file. Like libpq, it ignores a file that other users may read. */
function readPasswords(): string {
  const path = passwordFile();
  const info = infoOf(path);
  return info !== undefined && ((modeOf(info) ?? 0) & 0o077) !== 0 ? "" : textOf(path) ?? "";
}

export function passwordFile(system: typeof Deno.build.os = Deno.build.os): string {
  const usual = system === "windows"
    ? `${Deno.env.get("APPDATA") ?? ""}\\postgresql\\pgpass.conf`
    : `${homeFolder(system) ?? ""}/.pgpass`;
  return Deno.env.get("PGPASSFILE") || usual;
}

/**
 * Returns the password of the first line `host:port:database:user:password` whose first four parts are
 * `login`. In the line, `*` matches anything, and `\` escapes a character.
 */
export function passwordIn(text: string, login: readonly string[]): string | undefined {
  for (const line of text.split(/\r?\n/)) {
    const parts = [...line.matchAll(/((?:\\.|[^:\\])*)(?::|$)/g)].map(([, part = ""]) =>
      part.replace(/\\(.)/g, "$1")
    );
    if (!line.startsWith("#") && login.every((wanted, i) => parts[i] === "*" || parts[i] === wanted)) {
      return parts[4];
    }
  }
  return undefined;
}
