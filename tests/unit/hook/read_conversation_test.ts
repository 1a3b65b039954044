import { assertEquals } from "../../_support/assert.ts";
import type { HookContext } from "../../../src/hook/context.ts";
import { decoderFor, readMessages } from "../../../src/hook/read_conversation.ts";
import { notePauseTimes } from "../../../src/machine/pause.ts";
import { type Paths, pathsBelow } from "../../../src/machine/paths.ts";
import { DEFAULT_SETTINGS } from "../../../src/base/settings.ts";
import { DIALECTS } from "../../../src/wire/dialects.ts";
import { decodeStop } from "../../../src/wire/events.ts";

const SESSION = { sessionId: "session-1", project: "/work/app", cwd: "/work/app" };
/** The first minute of this day was a pause. */
const DAY = Date.parse("2026-01-02T00:00:00.000Z");
const [DURING, AFTER] = [DAY + 1000, DAY + 61_000];

function withPause<T>(work: (paths: Paths) => T): T {
  const root = Deno.makeTempDirSync();
  try {
    const pause = { scope: "all", key: "", until: DAY + 60_000 } as const;
    notePauseTimes(pathsBelow(root), { ended: [], begun: pause, now: DAY });
    return work(pathsBelow(root));
  } finally {
    Deno.removeSync(root, { recursive: true });
  }
}

Deno.test("decoderFor() drops what was said to another client during a pause", () => {
  const rows = {
    kimi: (time: number) => ({
      type: "turn.prompt",
      origin: { kind: "user" },
      input: [{ type: "text", text: "Use pnpm." }],
      time,
    }),
    copilot: (time: number) => ({
      type: "user.message",
      data: { content: "Use pnpm. ".repeat(5000) },
      timestamp: new Date(time).toISOString(),
      parentId: "e1",
    }),
  };
  withPause((paths) => {
    for (const client of ["kimi", "copilot"] as const) {
      const decode = decoderFor({ paths, ...SESSION, dialect: DIALECTS[client] });
      const count = (time: number) =>
        decode(new TextEncoder().encode(JSON.stringify(rows[client](time)))).length;
      assertEquals([count(DURING), count(AFTER)], [0, 1], client);
    }
  });
});

Deno.test("readMessages() drops what an event tells of a pause", () => {
  const message = (id: string, created: number) => ({
    info: { id, role: "user", time: { created } },
    parts: [{ type: "text", text: `Said in ${id}.` }],
  });
  const payload = { hook_event_name: "Stop", messages: [message("m1", DURING), message("m2", AFTER)] };
  const event = decodeStop(
    DIALECTS.opencode.payload(payload, {
      readStart: () => "",
      readEnd: () => "",
      waitForText: () => {},
    })!,
  );
  withPause((paths) => {
    const context = { paths, session: SESSION, settings: DEFAULT_SETTINGS, now: new Date(AFTER) };
    const read = readMessages(event, context as unknown as HookContext);
    assertEquals(read.map(({ text }) => text), ["Said in m2."]);
  });
});
