// A remote in a branch of a git repository, opened by `open_space.ts`. Each operation (a record's state) is a file.
import { environmentOf, GIT_NAMES } from "../machine/environment.ts";
import { ensurePrivateFolder, unlessAbsent } from "../machine/files.ts";
import { programOnPath } from "../machine/mneme_command.ts";
import {
  decodeOperation,
  encodeOperation,
  noSpace,
  type Operation,
  type Remote,
  type RemoteOptions,
  sleep,
  unusable,
} from "./remote.ts";

/** The most attempts of a push, as another machine may push meanwhile. */
const MOST_TRIES = 10;
const REFUSAL = /\[remote rejected\] \(.*(?:non-fast-forward|declined)/; // a rule of the server refuses it each time
const AT_ONCE = 200; // the operations read by one git; fewer than `PAGE`, as their texts are in memory twice
/** A line of `ls-tree`: the object of a file below 2 MB, and the id of its operation. No record needs more. */
const FILE =
  /^100644 blob ([0-9a-f]{40,64}) +1?\d{1,6}\t[0-9a-f]{2}\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.op$/;

/** A neutral name for the log of pushes that a remote may keep: the repository tells of no person. */
const COMMITTER = { GIT_COMMITTER_NAME: "mneme", GIT_COMMITTER_EMAIL: "mneme@localhost" };
/** The branch of a commit until it is pushed. On the fetched branch, the commit of a broken push would cost a fetch. */
const UNSENT = "refs/heads/unsent";
const COMMIT_HEAD = "mark :1\ncommitter mneme <mneme@localhost> 0 +0000\ndata 5\nmneme\n"; // 0: no time, either

/** A user's own `pre-push`, made for branches of code, could refuse mneme's. Logs and clean-up are not needed. */
const SETTINGS = ["core.hooksPath=/dev/null", "gc.auto=0", "core.logAllRefUpdates=false"];

/**
 * The branch always has one commit without parents, so that removed operations are in no history. A bare
 * repository in the data folder keeps what was fetched.
 */
export class GitRemote implements Remote {
  readonly #options: RemoteOptions;
  readonly #url: string;
  readonly #folder: string;
  readonly #branch: string;
  /** The commit that was fetched or pushed last; `undefined` while the branch does not exist. */
  #commit: string | undefined;
  /** The objects of the files in that commit, by the id of the operation. */
  #files = new Map<string, string>();
  /** True until the first `ids`, which returns what `open` has fetched. */
  #isFresh = true;

  private constructor(options: RemoteOptions) {
    const { url, space, folder } = options;
    this.#options = options;
    this.#url = url.slice("git:".length);
    this.#folder = repositoryIn(folder, space);
    this.#branch = `refs/heads/mneme-${space}`;
  }

  static async open(options: RemoteOptions): Promise<GitRemote> {
    const remote = new GitRemote(options);
    await remote.#guarded(() => remote.#prepare());
    return remote;
  }

  async #prepare(): Promise<void> {
    ensurePrivateFolder(this.#options.folder);
    removeLocks(this.#folder);
    await this.#git(["init", "--quiet", "--bare"]);
    await this.#fetch();
    if (this.#commit !== undefined) return;
    if (this.#options.isNew) return await this.#publish([], []);
    const others = await this.#git(["ls-remote", "--", this.#url, "refs/heads/mneme-*"]);
    throw noSpace(this.#options, others.split("\n").length - 1);
  }

  async ids(): Promise<readonly string[]> {
    if (!this.#isFresh) await this.#guarded(() => this.#fetch());
    this.#isFresh = false;
    return [...this.#files.keys()];
  }

  async *read(ids: readonly string[]): AsyncGenerator<readonly Operation[]> {
    for (let i = 0; i < ids.length; i += AT_ONCE) {
      const page = ids.slice(i, i + AT_ONCE).filter((id) => this.#files.has(id));
      const texts = await this.#guarded(() => this.#blobs(page.map((id) => this.#files.get(id)!)));
      yield texts.flatMap((text, i) => {
        const operation = decodeOperation(text);
        return operation?.id === page[i] ? [operation!] : [];
      });
    }
  }

  push(added: readonly Operation[], replaced: readonly string[]): Promise<void> {
    return this.#guarded(async () => {
      for (let tries = 1;; tries++) {
        try {
          return await this.#publish(added, replaced);
        } catch (error) {
          if (tries === MOST_TRIES || REFUSAL.test(String(error))) throw error;
          await this.#fetch(); // another machine may have pushed
        }
      }
    });
  }

  wait(ms: number): Promise<void> {
    return sleep(ms);
  }

  /** Deletes the objects of removed operations from the bare repository. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#git(["update-ref", "-d", UNSENT]).catch(() => {});
    await this.#git(["gc", "--quiet", "--prune=now"]).catch(() => {});
  }

  async #fetch(): Promise<void> {
    const [commit] = /^\S+/.exec(await this.#git(["ls-remote", "--", this.#url, this.#branch])) ?? [];
    if (commit === this.#commit) return;
    [this.#commit, this.#files] = [commit, new Map()];
    if (commit === undefined) return;
    const here = async () =>
      (await this.#git(["for-each-ref", "--format=%(objectname)", this.#branch])).trim();
    // The local branch moves once all has arrived; a broken fetch may leave a commit without its files.
    if (await here() !== commit) {
      const branch = `+${this.#branch}:${this.#branch}`;
      await this.#git(["fetch", "--quiet", "--depth=1", "--no-tags", "--", this.#url, branch]);
    }
    await this.#take(await here()); // the branch may have moved in between
  }

  async #take(commit: string): Promise<void> {
    const tree = await this.#git(["ls-tree", "-r", "-l", "-z", commit]);
    this.#commit = commit;
    this.#files = new Map(
      tree.split("\0").flatMap((line) => {
        const [, object = "", id = ""] = FILE.exec(line) ?? [];
        return id === "" ? [] : [[id, object]];
      }),
    );
  }

  /** Replaces the commit of the branch. Throws if the branch has moved since the last fetch. */
  async #publish(added: readonly Operation[], replaced: readonly string[]): Promise<void> {
    const files = new Map(this.#files);
    for (const id of replaced) files.delete(id);
    const kept = files.entries().map(([id, object]) => `M 100644 ${object} ${pathOf(id)}\n`);
    const made = added.map((operation) => {
      const text = encodeOperation(operation); // only ASCII, so its length is its number of bytes
      return `M 100644 inline ${pathOf(operation.id)}\ndata ${text.length}\n${text}\n`;
    });
    const text = [`commit ${UNSENT}\n`, COMMIT_HEAD, ...kept, ...made, "get-mark :1\n"].join("");
    // Needs `--force`, as no commit contains the one before it.
    const commit = (await this.#git(["fast-import", "--quiet", "--force"], text)).trim();
    const lease = `--force-with-lease=${this.#branch}:${this.#commit ?? ""}`;
    await this.#git(["push", "--quiet", lease, "--", this.#url, `${commit}:${this.#branch}`]);
    await this.#git(["update-ref", this.#branch, commit]);
    await this.#take(commit);
  }

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
      if (length !== undefined) at += Number(length) + 1; // without a length, the repository lacks the object
    }
    return texts;
  }

  async #git(args: readonly string[], input?: string): Promise<string> {
    return new TextDecoder().decode(await this.#run(args, input));
  }

  async #run(args: readonly string[], input?: string): Promise<Uint8Array> {
    const { signal } = this.#options;
    const program = programOnPath("git");
    if (program === undefined) throw new Error("git is not on the PATH");
    const child = new Deno.Command(program, {
      args: [`--git-dir=${this.#folder}`, ...SETTINGS.flatMap((one) => ["-c", one]), ...args],
      clearEnv: true,
      env: { ...environmentOf(GIT_NAMES), ...COMMITTER, GIT_TERMINAL_PROMPT: "0", MNEME_CHILD: "1" },
      stdin: input === undefined ? "null" : "piped",
      stdout: "piped",
      stderr: "piped",
      ...(signal === undefined ? {} : { signal }),
    }).spawn();
    // git may end before it has read everything. Its exit status decides below.
    const written = input === undefined
      ? undefined
      : new Blob([input]).stream().pipeTo(child.stdin).catch(() => {});
    const [{ success, stdout, stderr }] = await Promise.all([child.output(), written]);
    if (success) return stdout;
    const advice = "\nfatal: Could not read from remote"; // follows the reason
    const [said = ""] = new TextDecoder().decode(stderr).trim().split(advice);
    const why = /^ ! (\[[^\]\n]*\]) .* (\([^()\n]*\))$/m.exec(said)?.slice(1).join(" "); // of a refused push
    throw new Error(`git ${args[0]}: ${why ?? said.trim().split("\n").at(-1)}`);
  }

  async #guarded<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (cause) {
      const help = "check that `git ls-remote` reaches it without asking, and that it lets you force a push";
      throw unusable(this.#options.url, help, cause);
    }
  }
}

/** Returns the path of a space's bare repository in the folder for sync. */
export function repositoryIn(folder: string, space: string): string {
  return `${folder}/${space}.git`;
}

function pathOf(id: string): string {
  return `${id.slice(-2)}/${id}.op`;
}

/** Removes the locks of a killed git. No other git runs here: the space is locked, or is just made or joined. */
function removeLocks(folder: string): void {
  for (const { name, isDirectory, isFile } of unlessAbsent(() => [...Deno.readDirSync(folder)]) ?? []) {
    const path = `${folder}/${name}`;
    if (isDirectory && name !== "objects") removeLocks(path); // its many folders hold no lock that stops git
    if (isFile && name.endsWith(".lock")) unlessAbsent(() => Deno.removeSync(path));
  }
}

const LINE_FEED = 10;
