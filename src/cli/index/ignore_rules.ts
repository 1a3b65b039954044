import ignore, { type Ignore } from "ignore";
import { parentFolder } from "../../core/slashes.ts";
import { isThere } from "../is_there.ts";

/** Nobody writes a longer one; a hostile one could take minutes to apply. */
const MAX_BYTES = 200_000;
const MAX_STARS = 8;

interface Layer {
  /** The folder whose file it is, with a slash at its end. */
  readonly base: string;
  readonly rules: Ignore;
}

/** What git ignores in a folder and below: its own `.gitignore`, those above it, and the repository's private one. */
export class IgnoreRules {
  readonly #layers: readonly Layer[];

  private constructor(layers: readonly Layer[]) {
    this.#layers = layers;
  }

  /** The rules that hold in a project's folder, from its repository's top on. */
  static of(folder: string): IgnoreRules {
    const folders = foldersUpToRepository(folder);
    const [top] = folders;
    let rules = new IgnoreRules([]);
    if (top !== undefined) rules = rules.#with(top, `${top}/.git/info/exclude`);
    for (const each of folders.length === 0 ? [folder] : folders) rules = rules.below(each);
    return rules;
  }

  /** With those of a folder in it. */
  below(folder: string): IgnoreRules {
    return this.#with(folder, `${folder}/.gitignore`);
  }

  /** Whether git ignores this path; that of a folder ends with a slash. The deepest file that says anything decides. */
  ignores(path: string): boolean {
    for (const { base, rules } of this.#layers) {
      const { ignored, unignored } = rules.test(path.slice(base.length));
      if (ignored || unignored) return ignored;
    }
    return false;
  }

  #with(folder: string, file: string): IgnoreRules {
    const text = readShort(file);
    if (text === undefined) return this;
    const lines = text.split(/\r?\n/).filter((line) => line.split("*").length <= MAX_STARS + 1);
    const rules = ignore({ ignorecase: false, allowRelativePaths: true }).add(lines);
    return new IgnoreRules([{ base: `${folder}/`, rules }, ...this.#layers]);
  }
}

/** The repository's top first, the folder itself last; none outside of a repository. */
function foldersUpToRepository(folder: string): string[] {
  const folders: string[] = [];
  for (let rest = folder; rest !== ""; rest = parentFolder(rest)) {
    folders.unshift(rest);
    if (isThere(`${rest}/.git`)) return folders;
  }
  return [];
}

function readShort(file: string): string | undefined {
  try {
    const { isFile, size } = Deno.statSync(file);
    return isFile && size <= MAX_BYTES ? Deno.readTextFileSync(file) : undefined;
  } catch {
    return undefined; // most folders have none
  }
}
