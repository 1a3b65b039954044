// Finds the transcripts that clients keep, and reads their lines.
import type { Client } from "../../base/clients.ts";
import { withSlashes } from "../../base/slashes.ts";
import { infoOf } from "../../machine/files.ts";
import { UserError } from "../../base/user_error.ts";
import { withoutTrailingSlash } from "../../machine/paths.ts";
import { clientFolder } from "../registration/settings_file.ts";
import { chosenClients, type ClientRow, isMessageDatabase } from "../clients/client_table.ts";
import { isThere, namesIn, realPath } from "../frame/typed_paths.ts";
import { plainText } from "../frame/plain_text.ts";

export type TranscriptFile = Readonly<ReturnType<typeof fileOf>>;

/** Returns folders and databases of a client or of "all". `isRead` chooses clients other than Claude Code. */
export function historyPlaces(client: string, isRead: (row: ClientRow) => boolean = () => true): string[] {
  return chosenClients(client)
    .flatMap((row) => row === "claude" ? [`${clientFolder()}/projects`] : isRead(row) ? row.history : [])
    .filter((place) => infoOf(place) !== undefined); // a broken link, as to an unmounted disk, stops no replay
}

/** Returns a client's transcripts of a session. An id with a character such as a slash has none. */
export function transcriptsOf(sessionId: string, client: Client = "claude"): string[] {
  if (!/^[\w-]+$/.test(sessionId)) return [];
  const places = historyPlaces(client);
  if (client === "claude") { // faster than looking at all its transcripts
    const folders = places.flatMap((place) => namesIn(place).map((name) => `${place}/${name}`));
    return folders.map((folder) => `${folder}/${sessionId}.jsonl`).filter(isThere);
  }
  // The names of Codex CLI and Qwen Code, Copilot CLI, Kimi Code, and Gemini CLI.
  const names = [sessionId, `${sessionId}/events`, `${sessionId}/agents/main/wire`, sessionId.slice(0, 8)];
  return findTranscripts(places).files.map(({ path }) => path)
    .filter((path) => names.some((name) => withSlashes(path).endsWith(`${name}.jsonl`)));
}

/**
 * Lists each file once: main conversations before subagents', each the oldest first. Throws a
 * `UserError` for a named path that is not there.
 */
export function findTranscripts(named: readonly string[]) {
  const found = new Map<string, TranscriptFile>(); // by real paths: links may lead to a file twice
  const folders = new Set<string>(); // likewise: links may lead in circles
  const unreadable: string[] = [];
  const add = (path: string, info: Deno.FileInfo | undefined): void => {
    const real = realPath(path);
    if (info?.isFile) return void found.set(real, fileOf(real, info));
    if (!info?.isDirectory) return void unreadable.push(path); // a broken link, or a pipe, which could block
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
  const rank = (file: TranscriptFile) => file.agentId === undefined ? 0 : 1;
  // A forked session begins with a copy of rows of an older session, which must come first.
  const files = [...found.values()].sort((a, b) =>
    rank(a) - rank(b) || a.madeMs - b.madeMs || (a.path < b.path ? -1 : 1)
  );
  return { files, unreadable };
}

/** `path` must contain no links, because the database recognises a replayed file by it. */
function fileOf(path: string, info: Deno.FileInfo) {
  // A client's database has its newest rows in its write-ahead log.
  const log = isMessageDatabase(path) ? infoOf(`${path}-wal`) : undefined;
  const mtimeMs = Math.max(info.mtime?.getTime() ?? 0, log?.mtime?.getTime() ?? 0);
  const agentId = /(?:^|[\\/])agent-([^\\/]{1,200})\.jsonl$/.exec(path)?.[1];
  // Some systems do not know when a file was made.
  const madeMs = Math.min(mtimeMs, info.birthtime?.getTime() ?? mtimeMs);
  return { path, size: info.size + (log?.size ?? 0), mtimeMs, madeMs, agentId };
}

/** Reads the whole file: transcripts have some 100 MB at most. */
export function* linesOf(path: string): Generator<{ bytes: Uint8Array; offset: number }> {
  const bytes = Deno.readFileSync(path);
  for (let [offset, end] = [0, 0]; offset < bytes.length; offset = end + 1) {
    const feed = bytes.indexOf(0x0a, offset);
    end = feed < 0 ? bytes.length : feed;
    yield { bytes: bytes.subarray(offset, end), offset };
  }
}
