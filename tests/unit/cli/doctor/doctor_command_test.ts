import { UserError } from "../../../../src/base/user_error.ts";
import { doctorCommand, runChecks } from "../../../../src/cli/doctor/doctor_command.ts";
import { SCHEMA_VERSION } from "../../../../src/store/store.ts";
import { assert, assertEquals, assertMatch } from "../../../_support/assert.ts";
import { DoctorHome, problems, test } from "./doctor_home.ts";

test("runChecks finds nothing wrong in a home that is in order", async (home) => {
  const findings = await runChecks(home.probe());
  assertEquals(problems(findings), []);
  assertEquals(new Set(findings.map(({ check }) => check)).size, 16);
});

Deno.test("runChecks survives every state of the data folder and changes none", async () => {
  const states: readonly (readonly [what: string, make: (home: DoctorHome) => void])[] = [
    ["no folder", (home) => Deno.removeSync(home.paths.root, { recursive: true })],
    ["a file in its place", (home) => {
      Deno.removeSync(home.paths.root, { recursive: true });
      Deno.writeTextFileSync(home.paths.root, "");
    }],
    ["no database", (home) => Deno.removeSync(home.paths.database)],
    ["an empty folder", (home) => {
      Deno.removeSync(home.paths.root, { recursive: true });
      Deno.mkdirSync(home.paths.root, { mode: 0o700 });
    }],
    ["a damaged database", (home) => home.damageDatabase()],
    ["a cut database", (home) => Deno.truncateSync(home.paths.database, 5000)],
    [
      "a newer database",
      (home) => home.withStore((store) => store.execute(`pragma user_version=${SCHEMA_VERSION + 1}`)),
    ],
    ["a database without tables", (home) => home.withStore((store) => store.execute("drop table event_log"))],
    ["a folder as log", (home) => Deno.mkdirSync(home.paths.logFile)],
    ["a file as spool", (home) => {
      Deno.removeSync(home.paths.spool, { recursive: true });
      Deno.writeTextFileSync(home.paths.spool, "");
    }],
    ["broken pauses", (home) => Deno.writeTextFileSync(home.paths.paused, "[null, 1")],
  ];
  for (const [what, make] of states) {
    using home = new DoctorHome();
    make(home);
    const before = home.inventory(home.root);
    const findings = await runChecks(home.probe());
    assert(findings.length > 0, what);
    assertEquals(home.inventory(home.root), before, what);
  }
});

test("runChecks without any home says so and still looks at executables and settings", async (home) => {
  const findings = await runChecks({ ...home.probe(), paths: undefined });
  assertEquals(problems(findings), ["fail home"]);
  const wanted = ["executables", "settings", "deadlines", "server", "home"];
  assertEquals(findings.map(({ check }) => check), wanted);
});

test("mneme doctor prints each finding with its fix, and ends with status 1 if one fails", async (home) => {
  Deno.writeTextFileSync(home.userSettings, "{}");
  const { stdout, error } = await home.run(doctorCommand(), []);
  assertMatch(stdout, /^fail {2}settings +No hook of mneme is registered in .*\n +fix: mneme install$/m);
  assertMatch(
    stdout,
    new RegExp(`^ok {4}schema +The database has schema ${SCHEMA_VERSION}, as this mneme$`, "m"),
  );
  assert(error instanceof UserError);
  assertMatch(error.message, /^Cannot call this healthy: 1 failure$/);
});

test("mneme doctor --json prints the same findings", async (home) => {
  const { stdout, error } = await home.run(doctorCommand(), ["--json"]);
  const { ok, findings, fixed } = JSON.parse(stdout);
  assertEquals([ok, fixed, error], [true, [], undefined]);
  assertEquals(findings[0], {
    check: "executables",
    level: "warn",
    text: "mneme runs from its sources, so the executables were not looked at",
    fix: "start the one that `deno task build` makes",
  });
});

test("mneme doctor --fix makes the data folder, and is content afterwards", async (home) => {
  Deno.removeSync(home.paths.root, { recursive: true });
  assert((await home.run(doctorCommand(), [])).error instanceof UserError);
  assertEquals(home.inventory(), []);
  const { stdout, error } = await home.run(doctorCommand(), ["--fix"]);
  assertEquals(error, undefined);
  assertMatch(stdout, /^Made .*[\\/]data\n\n/);
  assertMatch(
    stdout,
    /settings +No session of Claude Code is stored\n[^]*\n0 failures, 2 warnings\.\n$/,
  );
});
