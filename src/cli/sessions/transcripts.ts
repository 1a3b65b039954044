import { noteReplayed } from "../../store/replay_progress.ts";
import type { Store } from "../../store/store.ts";
import { isThere } from "../is_there.ts";
import { findTranscripts, transcriptsFolder } from "../replay/transcript_files.ts";

/**
 * Has `mneme replay` take the transcripts of a session for read, its helpers' too, until they change: it would bring the
 * session back. In the caller's transaction.
 */
export function leaveTranscripts(store: Store, sessionId: string): void {
  for (const { path, size, mtimeMs } of findTranscripts(transcriptsOf(sessionId)).files) {
    noteReplayed(store, path, { size, mtimeMs, since: null, hasCandidates: true });
  }
}

/** An id that is no plain name makes no path. */
function transcriptsOf(sessionId: string): string[] {
  if (!/^[\w-]+$/.test(sessionId)) return [];
  return foldersIn(transcriptsFolder()).map((folder) => `${folder}/${sessionId}.jsonl`).filter(isThere);
}

function foldersIn(folder: string): string[] {
  try {
    return [...Deno.readDirSync(folder)].map(({ name }) => `${folder}/${name}`);
  } catch {
    return []; // the client keeps none
  }
}
