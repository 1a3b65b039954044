import { bytesAt, infoOf } from "../../machine/files.ts";
import { transcriptsOf } from "../replay/transcript_files.ts";
import { decodeEvidence } from "../../memory/memory_evidence.ts";
import type { MemoryRow } from "../../store/memories.ts";
import { decodeTranscriptLine } from "../../wire/transcript.ts";
import type { Message } from "../../view/commands.ts";

/** A row of a transcript that holds a message; longer ones hold pictures. */
const MAX_BYTES = 1 << 20;
/** Shown on either side of the words that were found. */
const AROUND_UNITS = 500;
const LINE_FEED = 0x0a;

/**
 * The message in which a memory was found, read where it says that it stands in its session's transcript.
 * `null` where that is gone, or has been written anew since. `clean` takes out what is private.
 */
export function messageAround(memory: MemoryRow, clean: (text: string) => string): Message {
  const { quote, uuid, offset } = decodeEvidence(memory.evidence ?? "");
  if (memory.session_id === null || offset === undefined || quote === "") return null;
  for (const path of transcriptsOf(memory.session_id)) {
    for (const row of decodeTranscriptLine(lineAt(path, offset))) {
      if (row.kind !== "spoken" || (uuid !== undefined && row.uuid !== uuid)) continue;
      const text = clean(row.texts.join("\n\n"));
      const at = text.indexOf(quote);
      if (at < 0) continue;
      const end = at + quote.length;
      return {
        before: text.slice(Math.max(0, at - AROUND_UNITS), at),
        quote,
        after: text.slice(end, end + AROUND_UNITS),
      };
    }
  }
  return null;
}

/** The line that begins at this byte of the file; nothing where it cannot be read. */
function lineAt(path: string, offset: number): Uint8Array {
  const size = infoOf(path)?.size ?? 0;
  try {
    using file = Deno.openSync(path);
    const bytes = bytesAt(file, offset, Math.min(MAX_BYTES, size - offset));
    const end = bytes.indexOf(LINE_FEED);
    return end < 0 ? bytes : bytes.subarray(0, end);
  } catch {
    return new Uint8Array();
  }
}
