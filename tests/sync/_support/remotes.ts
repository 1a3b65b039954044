import { encodeOperation, type Operation } from "../../../src/sync/remote.ts";
import { type Seal } from "../../../src/sync/sealing.ts";
import { spaceId } from "../../../src/sync/spaces.ts";
import { stampAfter, uuidNow } from "../../../src/sync/stamp.ts";
import { runProgram } from "../../_support/run_program.ts";
import { filesBelow } from "../../_support/test_home.ts";
import { sleep } from "../../_support/wait.ts";
import { PostgresServer } from "./postgres_server.ts";

/** A place that machines share, as a test can reach into it. */
export interface TestRemote extends AsyncDisposable {
  readonly url: string;
  /** All that stands there, as text. */
  dump(): Promise<string>;
  /** Returns once a machine listens, where the remote tells. */
  watched?(): Promise<void>;
  /** Goes away without a word; what is returned brings it back. */
  cut(): Promise<() => Promise<void>>;
  /** Empties it, as somebody who sets it up anew. */
  reset(): Promise<void>;
}

type StartRemote = (root: string) => Promise<TestRemote | undefined>;

export const REMOTES: Readonly<Record<string, StartRemote>> = {
  folder: (root) => {
    const path = `${root}/shared`;
    return Promise.resolve({
      url: `dir:${path}`,
      dump: () => Promise.resolve(textsBelow(path)),
      cut: () => moveAway(path),
      reset: () => Deno.remove(path, { recursive: true }).then(() => Deno.mkdir(path)),
      [Symbol.asyncDispose]: () => Promise.resolve(),
    });
  },
  git: async (root) => {
    const path = `${root}/shared.git`;
    await git(root, ["init", "--quiet", "--bare", path]);
    return {
      url: `git:${path}`,
      dump: async () => {
        const objects = await git(path, ["cat-file", "--batch-all-objects", "--batch"]);
        return objects + await git(path, ["log", "--all", "--format=%an %ae %s %b"]);
      },
      cut: () => moveAway(path),
      reset: async () => {
        await Deno.remove(path, { recursive: true });
        await git(root, ["init", "--quiet", "--bare", path]);
      },
      [Symbol.asyncDispose]: () => Promise.resolve(),
    };
  },
  PostgreSQL: async () => {
    const server = await PostgresServer.start();
    if (server === undefined) return undefined;
    return {
      url: server.url("mneme"),
      dump: () => server.dump("mneme"),
      watched: async () => {
        while (!/listen "mneme_/.test(server.log())) await sleep(100);
      },
      cut: () => server.crash(),
      reset: async () => {
        await server.run("postgres", "drop database mneme with (force)", "create database mneme");
      },
      [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
    };
  },
};

/** As a share that is not mounted, or a repository that cannot be reached. */
async function moveAway(path: string): Promise<() => Promise<void>> {
  await Deno.rename(path, `${path}.away`);
  return () => Deno.rename(`${path}.away`, path);
}

/** The names and the bytes of all files, as Latin-1 text to search in. */
export function textsBelow(folder: string): string {
  try {
    return filesBelow(folder).map((file) =>
      `${file}\n${new TextDecoder("latin1").decode(Deno.readFileSync(file))}`
    ).join("\n");
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return textsBelow(folder); // another process has removed a file
    throw error;
  }
}

/** What git prints; throws where it fails. Gives git an identity, which a fresh machine lacks. */
export async function git(cwd: string, given: readonly string[], text = ""): Promise<string> {
  const args = ["-c", "user.name=A", "-c", "user.email=a@example.org", ...given];
  const stdin = new TextEncoder().encode(text);
  const { code, stdout, stderr } = await runProgram("git", { args, cwd, env: Deno.env.toObject(), stdin });
  if (code !== 0) throw new Error(stderr);
  return stdout;
}

/** Puts a body that somebody else has sealed into the folder of a space; `spoil` changes it afterwards. */
export function putSealed(
  folder: string,
  seal: Seal,
  {
    space,
    id = uuidNow(),
    record,
    kind = "memory",
    stamp = stampAfter(undefined, Date.now(), ORIGIN),
    body,
    spoil,
  }:
    & Partial<Pick<Operation, "id" | "kind" | "stamp">>
    & Pick<Operation, "space" | "record">
    & { readonly body: unknown; readonly spoil?: (sealed: Uint8Array) => Uint8Array },
): string {
  const head = { space: spaceId(space), record, kind, stamp };
  const sealed = seal.seal(head, body);
  const operation = { ...head, id, origin: ORIGIN, sealed: spoil?.(sealed) ?? sealed };
  putOperation(`${folder}/mneme-${head.space}`, operation);
  return id;
}

const ORIGIN = "1a2b3c4d";

/** Puts what somebody else has made into the folder of a space. */
export function putOperation(folder: string, operation: Operation): void {
  putText(folder, operation.id, encodeOperation(operation));
}

export function putText(folder: string, id: string, text: string): void {
  Deno.mkdirSync(`${folder}/${id.slice(-4, -2)}`, { recursive: true });
  Deno.writeTextFileSync(`${folder}/${id.slice(-4, -2)}/${id.slice(0, -2)}.1.ops`, text);
}
