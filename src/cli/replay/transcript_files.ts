import { UserError } from "../../core/user_error.ts";
import { withoutTrailingSlash } from "../../host/paths.ts";
import { clientFolder } from "../install/settings_location.ts";
import { infoOf, realPath } from "../is_there.ts";
import { plainText } from "../plain_text.ts";

/** A file that may be a transcript. */
export interface TranscriptFile {
  /** Absolute and without links, as it is known by this the next time. */
  readonly path: string;
  readonly size: number;
  readonly mtimeMs: number;
  /** When it was made, as far as that is known. */
  readonly madeMs: number;
  /** Of the helper whose conversation it is. */
  readonly agentId: string | undefined;
}

export interface FoundTranscripts {
  /** The main conversations, oldest first, then those of helpers. */
  readonly files: readonly TranscriptFile[];
  /** Folders and files that cannot be looked at. */
  readonly unreadable: readonly string[];
}

/** The client nests three folders; what lies deeper is not its. */
const MAX_DEPTH = 8;

/** Where the client keeps its transcripts. */
export function transcriptsFolder(): string {
  return `${clientFolder()}/projects`;
}

/**
 * The transcripts in these files and folders, each once, however it is reached. A main conversation brings the
 * helpers' that lie beside it. Throws a `UserError` for a named path that is not there.
 */
export function findTranscripts(named: readonly string[]): FoundTranscripts {
  const search = new Search();
  for (const path of named) search.addNamed(withoutTrailingSlash(path));
  return { files: search.files.sort(inOrder), unreadable: search.unreadable };
}

class Search {
  readonly files: TranscriptFile[] = [];
  readonly unreadable: string[] = [];
  /** Real paths: links may lead in circles, and to the same file twice. */
  readonly #seen = new Set<string>();

  addNamed(path: string): void {
    const info = infoOf(path);
    if (info === undefined) {
      throw new UserError(`Cannot read ${plainText(path)}: it is not there`, {
        hint: "the client keeps its transcripts below ~/.claude/projects",
      });
    }
    if (info.isDirectory) return this.#addFolder(path, 0);
    this.#addFile(path, info);
    const helpers = `${path.replace(/\.jsonl$/, "")}/subagents`;
    if (helpers !== `${path}/subagents` && infoOf(helpers)?.isDirectory) this.#addFolder(helpers, 0);
  }

  #addFolder(path: string, depth: number): void {
    if (depth > MAX_DEPTH || !this.#isNew(path)) return;
    try {
      for (const { name } of [...Deno.readDirSync(path)].sort((a, b) => a.name < b.name ? -1 : 1)) {
        this.#addEntry(`${path}/${name}`, depth);
      }
    } catch {
      this.unreadable.push(path);
    }
  }

  #addEntry(path: string, depth: number): void {
    const info = infoOf(path);
    if (info === undefined) {
      if (path.endsWith(".jsonl")) this.unreadable.push(path); // a link that leads nowhere
    } else if (info.isDirectory) this.#addFolder(path, depth + 1);
    else if (path.endsWith(".jsonl")) this.#addFile(path, info);
  }

  /** A pipe would be waited for without end. */
  #addFile(path: string, info: Deno.FileInfo): void {
    if (!info.isFile) this.unreadable.push(path);
    else if (this.#isNew(path)) this.files.push(fileOf(realPath(path), info));
  }

  #isNew(path: string): boolean {
    const real = realPath(path);
    if (this.#seen.has(real)) return false;
    this.#seen.add(real);
    return true;
  }
}

function fileOf(path: string, info: Deno.FileInfo): TranscriptFile {
  const mtimeMs = info.mtime?.getTime() ?? 0;
  const agentId = /(?:^|[\\/])agent-([^\\/]{1,200})\.jsonl$/.exec(path)?.[1];
  const madeMs = Math.min(mtimeMs, info.birthtime?.getTime() ?? mtimeMs);
  return { path, size: info.size, mtimeMs, madeMs, agentId };
}

/** A session that was forked off another holds its rows, too: the older one comes first, and they are its. */
function inOrder(a: TranscriptFile, b: TranscriptFile): number {
  const rank = (file: TranscriptFile) => file.agentId === undefined ? 0 : 1;
  return rank(a) - rank(b) || a.madeMs - b.madeMs || (a.path < b.path ? -1 : 1);
}
