import { gitProgram } from "../machine/git_log.ts";
import { ensurePrivateFolder, unlessAbsent } from "../machine/files.ts";
import {
  decodeOperation,
  encodeOperation,
  noSpace,
  type Operation,
  PAGE,
  type Remote,
  type RemoteOptions,
  sleep,
  unusable,
} from "./remote.ts";

/** The most attempts of a push. An attempt fails if another machine has pushed meanwhile. */
const MOST_TRIES = 10;
/** Matches a line of `ls-tree`: the object of a file, and the operation's id. */
const FILE =
  /^100644 blob ([0-9a-f]{40,64})\t[0-9a-f]{2}\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.op$/;

/** The environment variables that are passed to git: for its configuration, its keys and a proxy. */
const PASSED_NAMES = (
  "HOME USERPROFILE SystemRoot APPDATA LOCALAPPDATA TEMP PATH XDG_CONFIG_HOME SSH_AUTH_SOCK GIT_SSH_COMMAND " +
  "GIT_ASKPASS https_proxy HTTPS_PROXY http_proxy HTTP_PROXY no_proxy NO_PROXY all_proxy ALL_PROXY"
).split(" ");

/**
 * A remote in a separate branch of a git repository, with one file for each operation. The branch always has a single
 * commit without parents, so that removed operations are not in its history. Fetched commits are stored in a bare
 * repository in the data folder.
 */
export class GitRemote implements Remote {
  readonly #url: string;
  readonly #folder: string;
  readonly #branch: string;
  readonly #signal: AbortSignal | undefined;
  /** The commit that was fetched or pushed last; `undefined` while the branch does not exist. */
  #commit: string | undefined;
  /** The objects of the files in that commit, by the operation's id; other files are ignored. */
  #files = new Map<string, string>();
  /** True if the bare repository may contain objects of removed operations. */
  #isUntidy = false;

  private constructor({ url, space, folder, signal }: RemoteOptions) {
    this.#signal = signal;
    this.#url = url.slice("git:".length);
    this.#folder = repositoryIn(folder, space);
    this.#branch = `refs/heads/mneme-${space}`;
  }

  static async open(options: RemoteOptions): Promise<GitRemote> {
    const remote = new GitRemote(options);
    await remote.#attempt(async () => {
      ensurePrivateFolder(options.folder);
      removeLocks(remote.#folder);
      await remote.#git(["init", "--quiet", "--bare"]);
      await remote.#fetch();
      if (remote.#commit !== undefined) return;
      if (!options.isNew) {
        const others = await remote.#git(["ls-remote", "--", remote.#url, "refs/heads/mneme-*"]);
        throw noSpace(options, others.split("\n").length - 1);
      }
      await remote.#publish(new Map());
    });
    return remote;
  }

  /** Returns the ids after a fetch, because another machine may have pushed. */
  async ids(): Promise<readonly string[]> {
    await this.#attempt(() => this.#fetch());
    return [...this.#files.keys()];
  }

  async *read(ids: readonly string[]): AsyncGenerator<readonly Operation[]> {
    for (let i = 0; i < ids.length; i += PAGE) {
      const page = ids.slice(i, i + PAGE).filter((id) => this.#files.has(id));
      const texts = await this.#attempt(() => this.#blobs(page.map((id) => this.#files.get(id)!)));
      yield texts.flatMap((text, i) => {
        const operation = decodeOperation(text);
        return operation?.id === page[i] ? [operation!] : [];
      });
    }
  }

  push(added: readonly Operation[], replaced: readonly string[]): Promise<void> {
    return this.#attempt(async () => {
      const objects = await this.#objects(added.map(encodeOperation));
      for (let tries = 1;; tries++) {
        const files = new Map(this.#files);
        for (const id of replaced) files.delete(id);
        added.forEach(({ id }, i) => files.set(id, objects[i]!));
        try {
          return await this.#publish(files);
        } catch (error) {
          if (tries === MOST_TRIES) throw error;
          await this.#fetch(); // another machine may have pushed
        }
      }
    });
  }

  wait(ms: number): Promise<void> {
    return sleep(ms);
  }

  /** Deletes the objects of removed operations from the repository in the data folder. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#isUntidy) await this.#git(["gc", "--quiet", "--prune=now"]).catch(() => {});
  }

  async #fetch(): Promise<void> {
    const listed = await this.#git(["ls-remote", "--", this.#url, this.#branch]);
    const commit = listed.split(/\s/)[0] || undefined;
    if (commit === this.#commit) return;
    this.#commit = commit;
    this.#files = new Map();
    if (commit === undefined) return;
    const branch = `+${this.#branch}:${this.#branch}`;
    await this.#git(["fetch", "--quiet", "--depth=1", "--no-tags", "--", this.#url, branch]);
    this.#commit = (await this.#git(["rev-parse", this.#branch])).trim(); // the branch may have moved in between
    const tree = await this.#git(["ls-tree", "-r", "-z", this.#commit]);
    for (const line of tree.split("\0")) {
      const [, object, id] = FILE.exec(line) ?? [];
      if (object !== undefined && id !== undefined) this.#files.set(id, object);
    }
    this.#isUntidy = true;
  }

  /** Replaces the commit of the branch by one with these files. Throws if the branch has moved since the fetch. */
  async #publish(files: ReadonlyMap<string, string>): Promise<void> {
    const folders = [...Map.groupBy(files, ([id]) => id.slice(-2))];
    const listed = folders.map(([, entries]) =>
      entries.map(([id, object]) => `100644 blob ${object}\t${id}.op\n`).join("")
    );
    const trees = (await this.#git(["mktree", "--batch"], listed.join("\n"))).trim().split("\n");
    const root = folders.map(([folder], i) => `040000 tree ${trees[i]}\t${folder}\n`).join("");
    const tree = (await this.#git(["mktree"], root)).trim();
    const commit = (await this.#git(["commit-tree", tree, "-m", "mneme"])).trim();
    const lease = `--force-with-lease=${this.#branch}:${this.#commit ?? ""}`;
    await this.#git(["push", "--quiet", lease, "--", this.#url, `${commit}:${this.#branch}`]);
    this.#commit = commit;
    this.#files = new Map(files);
    await this.#git(["update-ref", this.#branch, commit]);
    this.#isUntidy = true;
  }

  /** Writes many objects with one process, and returns their names in the same order. */
  async #objects(texts: readonly string[]): Promise<string[]> {
    if (texts.length === 0) return [];
    const marks = texts.map((text, i) => {
      const bytes = new TextEncoder().encode(text);
      return `blob\nmark :${i + 1}\ndata ${bytes.length}\n${text}\n`;
    });
    const file = Deno.makeTempFileSync({ dir: this.#folder });
    try {
      await this.#git(["fast-import", "--quiet", `--export-marks=${file}`], marks.join(""));
      const lines = Deno.readTextFileSync(file).trim().split("\n"); // such as ":12 OBJECT"
      const found = new Map(lines.map((line) => line.slice(1).split(" ") as [string, string]));
      return texts.map((_, i) => found.get(`${i + 1}`)!);
    } finally {
      Deno.removeSync(file);
    }
  }

  /** Reads many objects with one process. */
  async #blobs(objects: readonly string[]): Promise<string[]> {
    if (objects.length === 0) return [];
    const output = await this.#run(["cat-file", "--batch"], `${objects.join("\n")}\n`);
    const decoder = new TextDecoder();
    const texts: string[] = [];
    for (let at = 0; at < output.length;) {
      const end = output.indexOf(LINE_FEED, at);
      const [, , length] = decoder.decode(output.subarray(at, end)).split(" ");
      at = end + 1;
      texts.push(decoder.decode(output.subarray(at, at + Number(length ?? 0))));
      if (length !== undefined) at += Number(length) + 1; // without a length the repository lacks the object
    }
    return texts;
  }

  async #git(args: readonly string[], input?: string): Promise<string> {
    return new TextDecoder().decode(await this.#run(args, input));
  }

  async #run(args: readonly string[], input?: string): Promise<Uint8Array> {
    const environment = Object.fromEntries(PASSED_NAMES.flatMap((name) => {
      const value = Deno.env.get(name);
      return value === undefined ? [] : [[name, value]];
    }));
    const child = new Deno.Command(gitProgram(environment.PATH), {
      args: [`--git-dir=${this.#folder}`, "-c", "gc.auto=0", ...args],
      clearEnv: true,
      env: { ...environment, ...AUTHOR, GIT_TERMINAL_PROMPT: "0", MNEME_CHILD: "1" },
      stdin: input === undefined ? "null" : "piped",
      stdout: "piped",
      stderr: "piped",
      ...(this.#signal === undefined ? {} : { signal: this.#signal }),
    }).spawn();
    // git may end before it has read everything; its exit status decides below.
    const written = input === undefined
      ? undefined
      : new Blob([input]).stream().pipeTo(child.stdin).catch(() => {});
    const [{ success, stdout, stderr }] = await Promise.all([child.output(), written]);
    if (success) return stdout;
    const [said = ""] = new TextDecoder().decode(stderr).trim().split("\nfatal: Could not read from remote"); // cuts off git's advice
    throw new Error(`git ${args[0]}: ${said.trim().split("\n").at(-1)}`);
  }

  async #attempt<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (cause) {
      throw unusable(`git:${this.#url}`, "check that `git ls-remote` reaches it without asking", cause);
    }
  }
}

/** Returns the folder of the bare repository of a space in mneme's own folder `sync`. */
export function repositoryIn(folder: string, space: string): string {
  return `${folder}/${space}.git`;
}

/** Removes lock files of a killed git. No other process uses the folder, because the caller has locked the space. */
function removeLocks(folder: string): void {
  for (const { name, isDirectory, isFile } of unlessAbsent(() => [...Deno.readDirSync(folder)]) ?? []) {
    const path = `${folder}/${name}`;
    if (isDirectory && name !== "objects") removeLocks(path);
    if (isFile && name.endsWith(".lock")) unlessAbsent(() => Deno.removeSync(path));
  }
}

const LINE_FEED = 10;

/** A neutral author, so that no person's name stands in the repository. */
const AUTHOR = {
  ...{ GIT_AUTHOR_NAME: "mneme", GIT_AUTHOR_EMAIL: "mneme@localhost", GIT_AUTHOR_DATE: "@0 +0000" },
  ...{ GIT_COMMITTER_NAME: "mneme", GIT_COMMITTER_EMAIL: "mneme@localhost", GIT_COMMITTER_DATE: "@0 +0000" },
};
