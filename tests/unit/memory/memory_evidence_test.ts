import { decodeEvidence, encodeEvidence, movedEvidence } from "../../../src/memory/memory_evidence.ts";
import { assertEquals } from "../../_support/assert.ts";

Deno.test("evidence for another database names no row: neither of an edit nor of a proposal", () => {
  const said = {
    quote: "whole cents",
    uuid: undefined,
    offset: undefined,
    cues: ["ben proposes this for m3"],
  };
  const edited = { at: "2026-11-24T10:00:00Z", left: [{ table: "prompts", id: 4 }] };
  const moved = movedEvidence(encodeEvidence({ ...said, edited, proposes: { memory: 3, forget: true } }));
  assertEquals(decodeEvidence(moved ?? ""), { ...said, edited: { ...edited, left: [] } });
  assertEquals(movedEvidence(encodeEvidence(said)), encodeEvidence(said));
  assertEquals(movedEvidence(null), null);
});
