import {
  ensurePrivateFolder,
  leadsOutside,
  modeOf,
  retryWhileInUse,
  writeAtomic,
} from "../../../src/machine/files.ts";
import { assertEquals, assertThrows } from "../../_support/assert.ts";
import { namesIn, test } from "../../_support/test_home.ts";
import { assertMode } from "../../_support/windows.ts";

for (const durable of [false, true]) {
  test(`writeAtomic() replaces the text and keeps it private (durable: ${durable})`, (home) => {
    const path = `${home.project}/file`;
    Deno.writeTextFileSync(path, "old", { mode: 0o644 });
    writeAtomic(path, "new ü", { durable });
    assertEquals(Deno.readTextFileSync(path), "new ü");
    assertMode(path, 0o600);
    assertEquals(namesIn(home.project), ["file"]);
  });
}

test("writeAtomic() throws and leaves nothing behind where it cannot replace", (home) => {
  const folder = home.project;
  Deno.mkdirSync(`${folder}/file/inside`, { recursive: true });
  assertThrows(() => writeAtomic(`${folder}/file`, "new"));
  assertThrows(() => writeAtomic(`${folder}/absent/file`, "new"), Deno.errors.NotFound);
  assertEquals(namesIn(folder), ["file"]);
});

test("ensurePrivateFolder() makes every missing folder private and leaves those that exist", (home) => {
  const folder = home.project;
  Deno.chmodSync(folder, 0o755);
  ensurePrivateFolder(`${folder}/a/b`);
  ensurePrivateFolder(`${folder}/a/b`);
  for (const [path, mode] of [["", 0o755], ["/a", 0o700], ["/a/b", 0o700]] as const) {
    assertMode(folder + path, mode);
  }
});

Deno.test("retryWhileInUse() waits for who looks at the file just now, and for no folder that is missing", () => {
  let tried = 0;
  retryWhileInUse(() => {
    if (++tried < 4) throw new Deno.errors.PermissionDenied("a virus scanner has it open");
  });
  assertEquals(tried, 4);
  assertThrows(() => retryWhileInUse(() => fail(new Deno.errors.Busy())), Deno.errors.Busy);
  const started = performance.now();
  assertThrows(() => retryWhileInUse(() => fail(new Deno.errors.NotFound())), Deno.errors.NotFound);
  assertEquals(performance.now() - started < 50, true);
});

function fail(error: Error): never {
  throw error;
}

Deno.test("modeOf() is what the file says, and nothing on Windows, where the runtime makes it up", () => {
  const info = { mode: 0o100666 }; // of every executable there
  assertEquals(modeOf(info, "linux"), 0o100666);
  assertEquals(modeOf(info, "darwin"), 0o100666);
  assertEquals(modeOf(info, "windows"), null);
  assertEquals(modeOf({ mode: null }, "linux"), null);
});

test("leadsOutside() is true for a link out of a folder, also to what is not there yet", (home) => {
  const [inside, outside] = [`${home.project}/inside`, `${home.root}/outside`];
  assertEquals(leadsOutside(inside, home.project), false);
  Deno.symlinkSync(outside, inside, { type: "dir" });
  assertEquals(leadsOutside(inside, home.project), true);
  Deno.mkdirSync(outside);
  assertEquals(leadsOutside(inside, home.project), true);
});
