import type { Write } from "../../../src/base/writes.ts";
import { pathsBelow } from "../../../src/machine/paths.ts";
import { listSpool, readSpoolFile, spoolWrites } from "../../../src/machine/spool.ts";
import { assertEquals } from "../../_support/assert.ts";
import { toolCaptured } from "../../_support/tool_captured.ts";
import { test } from "../../_support/test_home.ts";
import { assertMode } from "../../_support/windows.ts";

function logged(subject: string): Write {
  const session = { sessionId: "s", project: "/p", cwd: null };
  return toolCaptured({ session, at: "2026-01-02T03:04:05.678Z", toolUseId: subject });
}

test("a spooled record comes back as it was, whatever is in it", (home) => {
  const paths = pathsBelow(home.data);
  const writes = [logged('line\nend \u2028 "quoted" 🛒 \\'), logged("second")];
  spoolWrites(paths, writes);
  const [name = ""] = listSpool(paths);
  assertEquals(readSpoolFile(paths, name), { name, writes });
  assertMode(`${paths.spool}/${name}`, 0o600);
  Deno.removeSync(`${paths.spool}/${name}`);
  assertEquals([listSpool(paths), readSpoolFile(paths, name)], [[], undefined]);
});

test("listSpool() gives files in the order in which they were written, and nothing half-written", (home) => {
  const paths = pathsBelow(home.data);
  assertEquals(listSpool(paths), []);
  spoolWrites(paths, [logged("1")]);
  home.write("data/spool/000000000000001-7-a.jsonl", "");
  home.write("data/spool/000000000000000-7-a.jsonl.7-x.tmp", "half");
  Deno.mkdirSync(`${paths.spool}/folder.jsonl`);
  assertEquals(listSpool(paths).length, 2);
  assertEquals(listSpool(paths)[0], "000000000000001-7-a.jsonl");
});
