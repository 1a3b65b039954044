import { DEFAULT_SETTINGS } from "../../../src/base/settings.ts";
import { appendLog, formatEntry, type LogEntry } from "../../../src/machine/log.ts";
import { cleanText } from "../../../src/privacy/clean.ts";
import { pathsBelow } from "../../../src/machine/paths.ts";
import { assert, assertEquals } from "../../_support/assert.ts";
import { namesIn, test } from "../../_support/test_home.ts";
import { assertMode } from "../../_support/windows.ts";

const ENTRY: LogEntry = { level: "failure", hook: "stop", sessionId: "s", message: "Cannot" };
const SETTINGS = { ...DEFAULT_SETTINGS, retention: { ...DEFAULT_SETTINGS.retention, log_mb: 0.001 } };

Deno.test("formatEntry() makes one line of any message", () => {
  const time = new Date("2026-01-02T03:04:05.678Z");
  assertEquals(formatEntry(ENTRY, time, cleanText), '2026-01-02T03:04:05.678Z failure stop s "Cannot"\n');
  const odd = formatEntry({ ...ENTRY, sessionId: undefined, message: 'a\nb\u001b"\r' }, time, cleanText);
  assertEquals(odd, '2026-01-02T03:04:05.678Z failure stop - "a\\nb\\u001b\\"\\r"\n');
});

Deno.test("formatEntry() removes what is private and secret, also at the place where it cuts", () => {
  const token = "ghp_" + "aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zA1bC2";
  for (let before = 1940; before <= 2005; before += 5) {
    const line = formatEntry(
      { ...ENTRY, message: `${"x ".repeat(before / 2)}${token} end` },
      new Date(),
      cleanText,
    );
    assert(!line.includes(token.slice(0, 12)), line.slice(-80));
  }
  assert(
    !formatEntry({ ...ENTRY, message: "a <private>needle</private>" }, new Date(), cleanText).includes(
      "needle",
    ),
  );
});

test("appendLog() makes its folder, keeps to the level, and sets a large file aside", (home) => {
  const paths = pathsBelow(home.data);
  appendLog(paths, { ...ENTRY, level: "debug" }, SETTINGS, cleanText);
  assertEquals(namesIn(home.data), []);
  for (let i = 0; i < 40; i++) {
    appendLog(paths, { ...ENTRY, message: `line ${i} ${"x".repeat(50)}` }, SETTINGS, cleanText);
  }
  assertEquals(namesIn(paths.logs), ["mneme.log", "mneme.log.1"]);
  assert(home.log().includes("line 39"));
  const sizes = namesIn(paths.logs).map((name) => Deno.statSync(`${paths.logs}/${name}`).size);
  assert(sizes.reduce((sum, size) => sum + size) < 1200, `${sizes}`);
  assertMode(paths.logFile, 0o600);
});

test("appendLog() loses no line where the large file cannot be set aside", (home) => {
  const paths = pathsBelow(home.data);
  home.write("data/logs/mneme.log.1/file", "in the way, as is a file that somebody looks at on Windows");
  for (let i = 0; i < 40; i++) {
    appendLog(paths, { ...ENTRY, message: `line ${i} ${"x".repeat(50)}` }, SETTINGS, cleanText);
  }
  assert(home.log().includes("line 0 ") && home.log().includes("line 39 "));
});
