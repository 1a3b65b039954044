import { reasonOf, UserError } from "../base/user_error.ts";
import { entriesOf, textOf, writeAtomic } from "../machine/files.ts";
import {
  decodeOperation,
  encodeOperation,
  type Operation,
  type Page,
  type Remote,
  type RemotePlace,
} from "./remote.ts";

const SUFFIX = ".op";
const POLL_MS = 2000;

/**
 * A folder that machines share: a NAS, or one that Syncthing or another program copies. One file an operation, each
 * written beside its name and then renamed, so that nobody reads half of one; nothing in it is ever changed, so that
 * two machines never write the same file.
 */
export class FolderRemote implements Remote {
  readonly #folder: string;
  private constructor(folder: string) {
    this.#folder = folder;
  }

  static open({ url, space, isNew = false }: RemotePlace): FolderRemote {
    const path = url.slice("dir:".length);
    const folder = `${path}/mneme-${space}`;
    return attempt(path, () => {
      if (!Deno.statSync(path).isDirectory) throw new Error("it is no folder");
      if (isNew && textOf(`${folder}/identity`) === undefined) {
        Deno.mkdirSync(folder, { recursive: true, mode: 0o700 });
        writeAtomic(`${folder}/identity`, crypto.randomUUID());
      }
      if (textOf(`${folder}/identity`) === undefined) throw new Error("this space is not in it");
      return new FolderRemote(folder);
    });
  }

  identity(): Promise<string> {
    return Promise.resolve(textOf(`${this.#folder}/identity`)?.trim() ?? "");
  }

  /** A copied folder has no order, so all that is there is looked at; the cursor says only that this was done. */
  pull(_cursor: string | undefined, isKnown: (id: string) => boolean): Promise<Page> {
    return Promise.resolve().then(() =>
      attempt(this.#folder, () => {
        const operations = this.#ids().filter((id) => !isKnown(id)).flatMap((id) => {
          const operation = decodeOperation(textOf(this.#fileOf(id)) ?? "");
          return operation?.id === id ? [operation] : []; // else it is still being copied, or was just replaced
        });
        return { operations, cursor: "all", isLast: true };
      })
    );
  }

  /** Adds first: whoever reads in between sees both, which says the same. */
  push(added: readonly Operation[], replaced: readonly string[]): Promise<void> {
    return Promise.resolve().then(() =>
      attempt(this.#folder, () => {
        for (const operation of added) {
          const file = this.#fileOf(operation.id);
          Deno.mkdirSync(file.slice(0, file.lastIndexOf("/")), { recursive: true, mode: 0o700 });
          writeAtomic(file, encodeOperation(operation));
        }
        for (const id of replaced) remove(this.#fileOf(id));
      })
    );
  }

  count(): Promise<number> {
    return Promise.resolve(this.#ids().length);
  }

  ids(): Promise<readonly string[]> {
    return Promise.resolve(this.#ids());
  }

  wait(ms: number): Promise<void> {
    return new Promise((resolve) => setTimeout(resolve, Math.min(ms, POLL_MS)));
  }

  [Symbol.asyncDispose](): Promise<void> {
    return Promise.resolve();
  }

  #ids(): string[] {
    return entriesOf(this.#folder).filter(({ isDirectory }) => isDirectory).flatMap(({ name }) =>
      entriesOf(`${this.#folder}/${name}`).filter((file) => file.isFile && file.name.endsWith(SUFFIX))
        .map((file) => file.name.slice(0, -SUFFIX.length))
    ).sort();
  }

  /** In 256 folders by the end of the id, whose beginning is a time. */
  #fileOf(id: string): string {
    return `${this.#folder}/${id.slice(-2)}/${id}${SUFFIX}`;
  }
}

function remove(path: string): void {
  try {
    Deno.removeSync(path);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}

function attempt<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    throw new UserError(`Cannot use the folder ${path}: ${reasonOf(cause)}`, {
      hint: "make the folder reachable and writable, then run `mneme sync`",
      cause,
    });
  }
}
