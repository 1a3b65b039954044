import { bytesAt, infoOf, isFile } from "./files.ts";

/** The number of transcripts to list. Busy projects have thousands, too many for the stop hook. */
const MAX_LISTED = 2000;
/** The number of transcripts to open, newest first. */
const MAX_OPENED = 50;
/** The bytes to read at the start and the end of a file. */
const END_BYTES = 64 * 1024;
/** A transcript without an owner is used only if it changed within ten minutes. */
const RECENT_MS = 10 * 60_000;

export interface TranscriptRequest {
  /** The path in the payload. The file may not exist. */
  readonly path: string | undefined;
  readonly sessionId: string;
  /** Returns true for the id of a session in the database, other than this one. */
  readonly isKnownSession: (sessionId: string) => boolean;
  readonly now: number;
}

/**
 * Returns the transcript to read: the given one if it exists and is not empty; else the newest in its folder that
 * contains this session's id; else, if the given one does not exist, the newest that belongs to no known session and
 * changed within ten minutes. Skips transcripts of subagents.
 */
export function findTranscript(request: TranscriptRequest): string | undefined {
  const { path } = request;
  if (path === undefined) return undefined;
  const isEmpty = infoOf(path)?.size === 0; // some clients continue in another file
  if (isFile(path) && !isEmpty) return path;
  const folder = path.slice(0, Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
  let unowned: string | undefined;
  for (const { name, changedAt } of newestFiles(folder)) {
    const owners = ownersOf(`${folder}${name}`);
    if (owners.includes(request.sessionId)) return `${folder}${name}`;
    owners.push(name.slice(0, -".jsonl".length));
    const isRecent = changedAt >= request.now - RECENT_MS;
    if (isRecent && !owners.some(request.isKnownSession)) unowned ??= `${folder}${name}`;
  }
  return isEmpty ? path : unowned;
}

function newestFiles(folder: string): { readonly name: string; readonly changedAt: number }[] {
  const names: string[] = [];
  try {
    for (const { name, isFile } of Deno.readDirSync(folder === "" ? "." : folder)) {
      if (isFile && name.endsWith(".jsonl") && !name.startsWith("agent-")) names.push(name);
      if (names.length === MAX_LISTED) break;
    }
  } catch {
    return []; // no such folder
  }
  return names.map((name) => ({ name, changedAt: infoOf(folder + name)?.mtime?.getTime() ?? 0 }))
    .sort((a, b) => b.changedAt - a.changedAt).slice(0, MAX_OPENED);
}

/** Returns the session ids in the rows at the start and the end of a file. */
function ownersOf(path: string): string[] {
  const ids = new Set<string>();
  for (const text of endsOf(path)) {
    // Inside a text of a row, these quotes would be escaped.
    for (const [, id] of text.matchAll(/"sessionId": ?"([^"\\]{1,200})"/g)) ids.add(id!);
  }
  return [...ids];
}

function endsOf(path: string): string[] {
  try {
    using file = Deno.openSync(path);
    const size = file.seekSync(0, Deno.SeekMode.End);
    const starts = size > END_BYTES ? [0, Math.max(END_BYTES, size - END_BYTES)] : [0];
    return starts.map((start) => new TextDecoder().decode(bytesAt(file, start, END_BYTES)));
  } catch {
    return []; // removed or not readable: treated as without owner
  }
}
