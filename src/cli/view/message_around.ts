// The words around the quotation of a memory, which the page shows in the inbox and on the memory's page.
import { withoutPasteMarks } from "../../base/conversation.ts";
import { withoutHalves } from "../../base/cut.ts";
import { isoTime } from "../../base/time.ts";
import { decoderFor } from "../../hook/read_conversation.ts";
import { bytesAt, sizeOf } from "../../machine/files.ts";
import type { Paths } from "../../machine/paths.ts";
import { decodeEvidence } from "../../memory/memory_evidence.ts";
import type { MemoryRow } from "../../store/memories.ts";
import { hasForgotten, sessionCalled } from "../../store/sessions.ts";
import type { Store } from "../../store/store.ts";
import { stripEmphasis } from "../../triage/blocks.ts";
import { decodeHistoryRow } from "../../wire/history_row.ts";
import { transcriptValues } from "../../wire/transcript.ts";
import { cleanerFor } from "../items/call_place.ts";
import { transcriptsOf } from "../replay/transcript_files.ts";
import { settingsOf } from "./page_home.ts";

/** The most bytes of a transcript's line that are read. A longer line contains pictures. */
const MAX_BYTES = 1 << 20;
const AROUND_UNITS = 500; // the UTF-16 units shown on each side of the quotation
const LINE_FEED = 0x0a;

/** `at`: when it was said, ISO 8601; absent if the transcript does not tell. */
type Message = Readonly<Record<"before" | "quote" | "after", string> & { at: string | undefined }> | null;

/**
 * Returns the words around a memory's quotation in Claude Code's transcript, without private parts and secrets; `null`
 * if it does not stand there word for word, the transcript is gone or rewritten, or words of the session are forgotten.
 */
export function messageAround(store: Store, paths: Paths, memory: MemoryRow): Message {
  const { quote, uuid, offset } = decodeEvidence(memory.evidence ?? "");
  const session = sessionCalled(store, memory.session_id ?? "");
  if (session === undefined || offset === undefined || quote === "") return null;
  const { session_id: sessionId, project, cwd } = session;
  if (hasForgotten(store, sessionId)) return null;
  const clean = cleanerFor(settingsOf(paths, memory.project));
  const folder = cwd ?? project;
  const decode = decoderFor({ paths, dialect: undefined, project, folder, sessionId, cwd });
  for (const path of transcriptsOf(sessionId)) {
    const line = lineAt(path, offset);
    const { at: saidAt } = decodeHistoryRow(transcriptValues(line)?.[0]) ?? {};
    for (const row of decode(line)) {
      if (row.kind !== "spoken" || (uuid !== undefined && row.uuid !== uuid)) continue;
      const said = withoutPasteMarks(clean(row.texts.join("\n\n")));
      // Triage strips the emphasis of what it quotes, an agent quotes as it was said.
      const text = [said, stripEmphasis(said)].find((one) => one.includes(quote));
      if (text === undefined) continue;
      const at = text.indexOf(quote);
      const end = at + quote.length;
      return {
        before: withoutHalves(text.slice(Math.max(0, at - AROUND_UNITS), at)),
        quote,
        after: withoutHalves(text.slice(end, end + AROUND_UNITS)),
        at: saidAt === undefined ? undefined : isoTime(saidAt),
      };
    }
  }
  return null;
}

/** Returns the line at a byte offset of a file; an empty one if it cannot be read. */
function lineAt(path: string, offset: number): Uint8Array {
  const size = sizeOf(path);
  try {
    using file = Deno.openSync(path);
    const bytes = bytesAt(file, offset, Math.min(MAX_BYTES, size - offset));
    const end = bytes.indexOf(LINE_FEED);
    return end < 0 ? bytes : bytes.subarray(0, end);
  } catch {
    return new Uint8Array();
  }
}
