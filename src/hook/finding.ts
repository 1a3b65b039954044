import type { Candidate } from "../base/triage_types.ts";
import type { SessionKey } from "../base/writes.ts";
import { encodeEvidence } from "../memory/memory_evidence.ts";
import type { Finding } from "../store/asks.ts";
import type { MemorySource } from "../store/memories.ts";

/** The memory that a candidate would be, whose text and quotation are clean. */
export function findingOf(
  { category, score, text, evidence: { uuid, offset, quote }, cues, recallWhen = [] }: Candidate,
  { sessionId, project }: SessionKey,
  source: MemorySource,
): Finding {
  return {
    evidenceUuid: uuid,
    draft: {
      category,
      title: null,
      body: text,
      /** Made when it is kept: what is known already needs none. */
      get evidence() {
        const names = cues.map(({ name }) => name);
        return encodeEvidence({ quote, uuid: uuid === "" ? undefined : uuid, offset, cues: names });
      },
      source,
      confidence: score,
      sessionId,
      files: [],
      recallWhen,
      scope: "project",
      project,
    },
  };
}
