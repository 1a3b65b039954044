import { onSessionEnd } from "../../../src/hook/session_end.ts";
import { SESSION_START } from "../../../src/hook/session_start.ts";
import { ensurePrivateFolder } from "../../../src/machine/files.ts";
import { pathsBelow } from "../../../src/machine/paths.ts";
import { decodeSessionEnd, decodeSessionStart } from "../../../src/wire/events.ts";
import { assertEquals } from "../../_support/assert.ts";
import { test } from "../store/context/context_store.ts";
import { contextOn } from "./hook_context.ts";

test("onSessionEnd() starts the background process once, and acknowledges always", (t) => {
  let started = 0;
  for (const isFirst of [true, false]) {
    const context = contextOn(t, { record: () => isFirst, startLater: () => void started++ });
    assertEquals([onSessionEnd(decodeSessionEnd({}), context), started], [{ acknowledge: true }, 1]);
  }
});

test("a session's start starts the background process if the machine is in a space of sync", async (t) => {
  let started = 0;
  const paths = pathsBelow(t.folder);
  const start = () =>
    SESSION_START.handle(
      decodeSessionStart({ source: "resume" }),
      contextOn(t, { paths, startLater: () => void started++ }),
    );
  await start();
  assertEquals(started, 0);
  ensurePrivateFolder(`${t.folder}/sync`);
  Deno.writeTextFileSync(paths.spaces, '{"spaces":[]}'); // as after a leave
  await start();
  assertEquals(started, 0);
  Deno.writeTextFileSync(paths.spaces, '{"spaces":[{"keys":["k"]}]}');
  await start();
  assertEquals(started, 1);
});
