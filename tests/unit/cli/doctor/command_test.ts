import { checkCommand } from "../../../../src/cli/doctor/executables.ts";
import { assertEquals } from "../../../_support/assert.ts";
import { DoctorHome, said } from "./doctor_home.ts";

Deno.test("checkCommand says how hints come to run where a shell would not find this mneme", () => {
  using home = new DoctorHome();
  const line = 'export PATH="/dist:$PATH"';
  assertEquals(said(checkCommand(home.probe()), home), ["ok: Your shell's `mneme` is /dist/mneme"]);
  const missing = checkCommand(home.probe({ typed: { found: undefined, isThis: false, line } }));
  assertEquals(said(missing, home), [
    "warn: Your shell does not find `mneme`, with which hints begin; put the fix into its profile",
  ]);
  assertEquals(missing[0]?.fix, line);
  assertEquals(said(checkCommand(home.probe({ typed: { found: "/x/mneme", isThis: false, line } })), home), [
    "warn: Your shell's `mneme` is /x/mneme, not the one in /dist; put the fix into its profile",
  ]);
});

Deno.test("checkCommand has nothing to say of a mneme that runs from its sources", () => {
  using home = new DoctorHome();
  assertEquals(checkCommand(home.probe({ executables: undefined, typed: undefined })), []);
});
