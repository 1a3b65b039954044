import { infoOf } from "../../machine/files.ts";
import { Buffer } from "node:buffer";
import { UserError } from "../../base/user_error.ts";
import { withoutTrailingSlash } from "../../machine/paths.ts";
import { clientFolder } from "../registration/settings_file.ts";
import { chosenClients } from "../clients/client_table.ts";
import { isThere, namesIn, realPath } from "../frame/is_there.ts";
import { plainText } from "../frame/plain_text.ts";

export interface TranscriptFile {
  /** Absolute and without links, as it is known by this the next time. */
  readonly path: string;
  readonly size: number;
  readonly mtimeMs: number;
  /** The moment when it was made, as far as that is known. */
  readonly madeMs: number;
  /** Of the helper whose conversation it is. */
  readonly agentId: string | undefined;
}

/** The client nests three folders; what lies deeper is not its. */
const MAX_DEPTH = 8;

export function transcriptsFolder(): string {
  return `${clientFolder()}/projects`;
}

/**
 * Lists the folders in which clients keep their sessions, as far as they do: Claude Code and those that are found, or
 * the one that is named.
 */
export function historyPlaces(client: string): string[] {
  return chosenClients(client).flatMap((row) => row === "claude" ? [transcriptsFolder()] : row.history)
    .filter(isThere);
}

/** The transcripts that have the name of a session; an id that is no plain name makes no path. */
export function transcriptsOf(sessionId: string): string[] {
  if (!/^[\w-]+$/.test(sessionId)) return [];
  const folder = transcriptsFolder();
  return namesIn(folder).map((name) => `${folder}/${name}/${sessionId}.jsonl`).filter(isThere);
}

/**
 * The transcripts in these files and folders, each once, however it is reached: the main conversations, oldest first,
 * then those of helpers; and what cannot be looked at. A main conversation brings the helpers' that lie beside it.
 * Throws a `UserError` for a named path that is not there.
 */
export function findTranscripts(named: readonly string[]) {
  const files: TranscriptFile[] = [];
  const unreadable: string[] = [];
  const seen = new Set<string>(); // real paths: links may lead in circles, and to the same file twice
  const isNew = (path: string) => {
    const real = realPath(path);
    if (seen.has(real)) return false;
    seen.add(real);
    return true;
  };
  const addFile = (path: string, info: Deno.FileInfo) => {
    if (!info.isFile) unreadable.push(path); // a pipe would be waited for without end
    else if (isNew(path)) files.push(fileOf(realPath(path), info));
  };
  const addFolder = (folder: string, depth: number) => {
    if (depth > MAX_DEPTH || !isNew(folder)) return;
    try {
      for (const { name } of [...Deno.readDirSync(folder)].sort((a, b) => a.name < b.name ? -1 : 1)) {
        const path = `${folder}/${name}`;
        const info = infoOf(path);
        if (info?.isDirectory) addFolder(path, depth + 1);
        else if (!path.endsWith(".jsonl") && !isMessageDatabase(path)) continue;
        else if (info === undefined) unreadable.push(path); // a link that leads nowhere
        else addFile(path, info);
      }
    } catch {
      unreadable.push(folder);
    }
  };
  for (const path of named.map(withoutTrailingSlash)) {
    const info = infoOf(path);
    if (info === undefined) {
      throw new UserError(`Cannot read ${plainText(path)}: it is not there`, {
        hint: "the client keeps its transcripts below ~/.claude/projects",
      });
    }
    if (info.isDirectory) addFolder(path, 0);
    else {
      addFile(path, info);
      const helpers = path.replace(/\.jsonl$/, "/subagents");
      if (path.endsWith(".jsonl") && infoOf(helpers)?.isDirectory) addFolder(helpers, 0);
    }
  }
  return { files: files.sort(inOrder), unreadable };
}

/** Tells whether it is the database in which OpenCode keeps its messages. */
export function isMessageDatabase(path: string): boolean {
  return path.endsWith("opencode.db");
}

function fileOf(path: string, info: Deno.FileInfo): TranscriptFile {
  // The newest rows of a database stand in its log.
  const log = isMessageDatabase(path) ? infoOf(`${path}-wal`) : undefined;
  const mtimeMs = Math.max(info.mtime?.getTime() ?? 0, log?.mtime?.getTime() ?? 0);
  const agentId = /(?:^|[\\/])agent-([^\\/]{1,200})\.jsonl$/.exec(path)?.[1];
  const madeMs = Math.min(mtimeMs, info.birthtime?.getTime() ?? mtimeMs);
  return { path, size: info.size + (log?.size ?? 0), mtimeMs, madeMs, agentId };
}

/** A session that was forked off another holds its rows, too: the older one comes first, and they are its. */
function inOrder(a: TranscriptFile, b: TranscriptFile): number {
  const rank = (file: TranscriptFile) => file.agentId === undefined ? 0 : 1;
  return rank(a) - rank(b) || a.madeMs - b.madeMs || (a.path < b.path ? -1 : 1);
}

const BLOCK_BYTES = 256 * 1024;
/** Longer than any row that the client writes: a file without line ends is no transcript. */
const MAX_LINE_BYTES = 64 * 1024 * 1024;
const LINE_FEED = 0x0a;

/**
 * The lines of a file from its start to its end, without their line feeds and with where they begin in bytes, in little
 * memory whatever its size; of one that is too long to be held `undefined`. Throws where it cannot be read.
 */
export function* linesOf(path: string): Generator<{ bytes: Uint8Array | undefined; offset: number }> {
  using file = Deno.openSync(path);
  const block = new Uint8Array(BLOCK_BYTES);
  let [held, length, offset]: [Uint8Array[], number, number] = [[], 0, 0];
  const hold = (part: Uint8Array) => {
    length += part.length;
    held = length > MAX_LINE_BYTES ? [] : [...held, part];
  };
  const line = () => ({
    bytes: length > MAX_LINE_BYTES ? undefined : new Uint8Array(Buffer.concat(held)),
    offset,
  });
  for (let count = file.readSync(block); count !== null; count = file.readSync(block)) {
    let rest = block.slice(0, count);
    for (let feed = rest.indexOf(LINE_FEED); feed >= 0; feed = rest.indexOf(LINE_FEED)) {
      hold(rest.subarray(0, feed));
      yield line();
      [held, length, offset] = [[], 0, offset + length + 1];
      rest = rest.subarray(feed + 1);
    }
    if (rest.length > 0) hold(rest);
  }
  if (length > 0) yield line();
}
