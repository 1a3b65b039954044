import { assert, assertEquals } from "../../_support/assert.ts";
import { PROJECT_ROOT } from "../../_support/executables.ts";
import { backwardLines, readTranscriptTail } from "../../../src/machine/transcripts.ts";
import { decodeTranscriptLine } from "../../../src/wire/transcript.ts";

const FOLDER = `${PROJECT_ROOT}/tests/fixtures/sessions`;

Deno.test("transcripts of recorded sessions are read, each message from the row that it names", () => {
  const paths = [...Deno.readDirSync(FOLDER)].map(({ name }) => `${FOLDER}/${name}`)
    .filter((path) => path.endsWith(".jsonl"));
  assert(paths.length > 0);
  for (const path of paths) {
    const whole = { maxMessages: Infinity, maxBytes: Infinity, decode: decodeTranscriptLine };
    const { messages } = readTranscriptTail(path, whole);
    using file = Deno.openSync(path);
    const starts = new Map(
      backwardLines(file, file.statSync().size, Infinity).map((
        { bytes, offset },
      ) => [offset, new TextDecoder().decode(bytes)]),
    );
    for (const { uuid, offset, text, toolUses, toolResults } of messages) {
      assert(starts.get(offset)?.includes(uuid), `${path} at ${offset}`);
      assert(text !== "" || toolUses.length + toolResults.length > 0, `${path} at ${offset}`);
      for (const result of toolResults) assert(result.text.length <= 2048, `${path} at ${offset}`);
    }
    const last = readTranscriptTail(path, { maxMessages: 50, decode: decodeTranscriptLine }).messages;
    assertEquals(last.at(-1), messages.at(-1), path);
  }
});
