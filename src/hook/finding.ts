import type { Candidate } from "../base/triage_types.ts";
import type { SessionKey } from "../base/writes.ts";
import { encodeEvidence } from "../memory/memory_evidence.ts";
import type { Finding } from "../store/asks.ts";
import type { MemorySource } from "../store/memories.ts";

/** Drafts the memory that a candidate would become; its text and its quotation must be clean. */
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
      /** Encoded only when it is read, as a finding that is known already is not stored. */
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
