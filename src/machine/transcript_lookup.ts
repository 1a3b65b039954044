import { bytesAt, infoOf, isFile } from "./files.ts";

/** Folders of busy projects hold thousands of transcripts; to look at each takes longer than a turn's end may. */
const MAX_LISTED = 2000;
const MAX_OPENED = 50;
/** Read at either end of a file. */
const END_BYTES = 64 * 1024;
const RECENT_MS = 10 * 60_000;

export interface TranscriptRequest {
  /** As the client gave it; it may not exist. */
  readonly path: string | undefined;
  readonly sessionId: string;
  /** True when a session of that id, other than this one, has been seen. */
  readonly isKnownSession: (sessionId: string) => boolean;
  readonly now: number;
}

/**
 * The transcript to read: the given one if it is there and says something, else the newest beside it that carries this
 * session's id, else (where the given one is not there) the newest that no known session owns and that changed within
 * ten minutes. Files of helpers are passed over.
 */
export function findTranscript(request: TranscriptRequest): string | undefined {
  const { path } = request;
  if (path === undefined) return undefined;
  const isEmpty = infoOf(path)?.size === 0; // as some clients leave it when they go on in another file
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

/** The ids of the sessions whose rows stand at the start or the end of the file. */
function ownersOf(path: string): string[] {
  const ids = new Set<string>();
  for (const text of endsOf(path)) {
    // Quoted names do not stand unescaped inside the text of a row.
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
    return []; // removed or out of reach: it belongs to nobody that we know
  }
}
