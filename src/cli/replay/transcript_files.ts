import { infoOf } from "../../machine/files.ts";
import { UserError } from "../../base/user_error.ts";
import { withoutTrailingSlash } from "../../machine/paths.ts";
import { clientFolder } from "../registration/settings_file.ts";
import { chosenClients, type ClientRow, isMessageDatabase } from "../clients/client_table.ts";
import { isThere, namesIn, realPath } from "../frame/is_there.ts";
import { plainText } from "../frame/plain_text.ts";

export type TranscriptFile = Readonly<ReturnType<typeof fileOf>>;

function transcriptsFolder(): string {
  return `${clientFolder()}/projects`;
}

/** Returns the existing folders with the sessions of a client, or for "all" of every client that is installed. */
export function historyPlaces(client: string, isRead: (row: ClientRow) => boolean = () => true): string[] {
  return chosenClients(client)
    .flatMap((row) => row === "claude" ? [transcriptsFolder()] : isRead(row) ? row.history : [])
    .filter(isThere);
}

/** Returns the transcripts named after a session. An id with a character such as a slash is never used as a path. */
export function transcriptsOf(sessionId: string): string[] {
  if (!/^[\w-]+$/.test(sessionId)) return [];
  const folder = transcriptsFolder();
  return namesIn(folder).map((name) => `${folder}/${name}/${sessionId}.jsonl`).filter(isThere);
}

/**
 * Returns the transcripts in these files and folders, each once: main conversations first, oldest first, then
 * those of subagents. For a file of a main conversation, the files of its subagents are added. `unreadable` has
 * the paths that cannot be read. Throws a `UserError` for a named path that does not exist.
 */
export function findTranscripts(named: readonly string[]) {
  const found = new Map<string, TranscriptFile>(); // by real paths, as links may lead to the same file twice
  const folders = new Set<string>(); // likewise, as links may lead in circles
  const unreadable: string[] = [];
  const add = (path: string, info: Deno.FileInfo | undefined): void => {
    const real = realPath(path);
    if (info?.isFile) return void found.set(real, fileOf(real, info));
    if (!info?.isDirectory) return void unreadable.push(path); // a link that leads nowhere, or a pipe, which could block
    if (folders.has(real)) return;
    folders.add(real);
    try {
      for (const { name } of Deno.readDirSync(path)) {
        const [one, inside] = [`${path}/${name}`, infoOf(`${path}/${name}`)];
        if (inside?.isDirectory || one.endsWith(".jsonl") || isMessageDatabase(one)) add(one, inside);
      }
    } catch {
      unreadable.push(path);
    }
  };
  for (const path of named.map(withoutTrailingSlash)) {
    const info = infoOf(path);
    if (info === undefined) {
      throw new UserError(`Cannot read ${plainText(path)}: it is not there`, {
        hint: "the client keeps its transcripts below ~/.claude/projects",
      });
    }
    add(path, info);
    const subagents = infoOf(path.replace(/\.jsonl$/, "/subagents"));
    if (info.isFile && subagents?.isDirectory) add(path.replace(/\.jsonl$/, "/subagents"), subagents);
  }
  // Sorted by age, as a forked session begins with a copy of rows that belong to an older session.
  const rank = (file: TranscriptFile) => file.agentId === undefined ? 0 : 1;
  const files = [...found.values()].sort((a, b) =>
    rank(a) - rank(b) || a.madeMs - b.madeMs || (a.path < b.path ? -1 : 1)
  );
  return { files, unreadable };
}

/** Returns the facts about a transcript. `path` has no links, because the database identifies replayed files by it. */
function fileOf(path: string, info: Deno.FileInfo) {
  // The newest rows of a database are in its write-ahead log.
  const log = isMessageDatabase(path) ? infoOf(`${path}-wal`) : undefined;
  const mtimeMs = Math.max(info.mtime?.getTime() ?? 0, log?.mtime?.getTime() ?? 0);
  /** The id of the subagent whose conversation the file contains. */
  const agentId = /(?:^|[\\/])agent-([^\\/]{1,200})\.jsonl$/.exec(path)?.[1];
  // Some systems do not know when a file was made.
  const madeMs = Math.min(mtimeMs, info.birthtime?.getTime() ?? mtimeMs);
  return { path, size: info.size + (log?.size ?? 0), mtimeMs, madeMs, agentId };
}

const LINE_FEED = 0x0a;

/** Yields the lines of a file with their offsets. The file is read whole: transcripts have some 100 MB at most. */
export function* linesOf(path: string): Generator<{ bytes: Uint8Array; offset: number }> {
  const bytes = Deno.readFileSync(path);
  for (let [offset, end] = [0, 0]; offset < bytes.length; offset = end + 1) {
    const feed = bytes.indexOf(LINE_FEED, offset);
    end = feed < 0 ? bytes.length : feed;
    yield { bytes: bytes.subarray(offset, end), offset };
  }
}
