import { assert, assertEquals } from "../../_support/assert.ts";
import { backwardLines, readTranscriptTail } from "../../../src/machine/transcript_tail.ts";
import { decodeTranscriptLine } from "../../../src/wire/transcript.ts";

const FOLDER = Deno.env.get("MNEME_TRANSCRIPTS");

function* transcriptsBelow(folder: string): Generator<string> {
  for (const { name, isDirectory } of Deno.readDirSync(folder)) {
    const path = `${folder}/${name}`;
    if (isDirectory) yield* transcriptsBelow(path);
    else if (name.endsWith(".jsonl")) yield path;
  }
}

Deno.test({
  name: FOLDER === undefined
    ? "transcripts of real sessions: skipped, as MNEME_TRANSCRIPTS names no folder of them"
    : "transcripts of real sessions are read, each message from the row that it names",
  ignore: FOLDER === undefined,
  fn() {
    let count = 0;
    for (const path of transcriptsBelow(FOLDER!)) {
      const { messages } = readTranscriptTail(path, {
        maxMessages: Infinity,
        maxBytes: Infinity,
        decode: decodeTranscriptLine,
      });
      const starts = new Map<number, string>();
      using file = Deno.openSync(path);
      for (const { bytes, offset } of backwardLines(file, file.statSync().size, Infinity)) {
        starts.set(offset, new TextDecoder().decode(bytes));
      }
      for (const { uuid, offset, text, toolUses, toolResults } of messages) {
        assert(starts.get(offset)?.includes(uuid) ?? true, `${path} at ${offset}`);
        assert(text !== "" || toolUses.length + toolResults.length > 0, `${path} at ${offset}`);
        for (const result of toolResults) assert(result.text.length <= 2048, `${path} at ${offset}`);
      }
      const last = readTranscriptTail(path, { maxMessages: 50, decode: decodeTranscriptLine }).messages;
      assertEquals(last.at(-1), messages.at(-1), path);
      count++;
    }
    assert(count > 0, `no transcript in ${FOLDER}`);
  },
});
