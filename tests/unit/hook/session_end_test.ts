import { onSessionEnd } from "../../../src/hook/session_end.ts";
import { decodeSessionEnd } from "../../../src/wire/events.ts";
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
