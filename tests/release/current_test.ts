import { assert, assertEquals } from "../_support/assert.ts";
import { HOOK_REGISTRATIONS } from "../../src/base/hook_names.ts";
import { test } from "./_support/version_home.ts";

const EXECUTABLES = [...new Set(HOOK_REGISTRATIONS.map(({ executable }) => executable))].sort();

test("mneme install registers the folder current, which later versions take over", async (home) => {
  assertEquals((await home.run(["install"])).code, 0);
  assertEquals(home.commands(), EXECUTABLES.map((name) => `${home.current}/${name}`));
  const doctor = await home.run(["doctor"]);
  assert(!doctor.stdout.includes("this mneme is in"), doctor.stdout);
});
