import { assertEquals } from "../../../_support/assert.ts";
import { ContextStore } from "./context_store.ts";

Deno.test("inject() writes an item down once per window, all of a batch or none of it", () => {
  using t = new ContextStore();
  t.start();
  assertEquals(t.bring(["m1", "m2"]), true);
  assertEquals(t.bring(["m2", "m3"]), false);
  assertEquals([...t.window().shown], ["m1", "m2"]);
});

Deno.test("a helper has a context of its own", () => {
  using t = new ContextStore();
  t.start();
  assertEquals([t.bring(["m1"]), t.bring(["m1"], "file", "a1"), t.bring(["m1"], "file", "a1")], [
    true,
    true,
    false,
  ]);
});

Deno.test("a compaction opens a window, a resume keeps it, and a second report of either changes nothing", () => {
  using t = new ContextStore();
  t.start();
  t.bring(["m1"]);
  t.start("resume");
  assertEquals([t.window().number, t.window().shown.has("m1")], [0, true]);
  t.compact();
  t.start("compact");
  const after = t.window();
  assertEquals(after.shown.has("m1"), false);
  t.store.execute(
    "update event_log set created_at = '2026-11-20T10:00:30.000Z' where event = 'hook.session_start'",
  );
  const at = "2026-11-20T10:00:30.500Z";
  t.startAt("compact", at);
  assertEquals(t.window().number, after.number);
});
