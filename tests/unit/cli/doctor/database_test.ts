import { SCHEMA_VERSION } from "../../../../src/store/store.ts";
import { checkDatabase } from "../../../../src/cli/doctor/database.ts";
import { missingHome } from "../../../../src/cli/doctor/home.ts";
import { repairAll } from "../../../../src/cli/doctor/doctor_command.ts";
import { takeUntold } from "../../../../src/hook/prepare_home.ts";
import { spoolWrites } from "../../../../src/machine/spool.ts";
import { homeVariable, pathsBelow } from "../../../../src/machine/paths.ts";
import { assert, assertEquals, assertMatch } from "../../../_support/assert.ts";
import { withEnvironment } from "../../../_support/with_environment.ts";
import { problems, said, test } from "./doctor_home.ts";
import { isWindows } from "../../../_support/windows.ts";

test("checkDatabase sees what a writer has in its write-ahead log", (home) => {
  home.withStore((store) => {
    store.execute("pragma user_version=77");
    assertMatch(said(checkDatabase(home.probe()), home)[0] ?? "", /^fail: The database has schema 77/);
  });
});

test("checkDatabase leaves a database of a newer version alone, with --fix too", (home) => {
  home.withStore((store) => store.execute("pragma user_version=99"));
  const before = Deno.readFileSync(home.paths.database);
  const findings = checkDatabase(home.probe());
  assertEquals([findings[0]?.level, findings[0]?.fix], ["fail", "install the newer mneme"]);
  assertEquals(repairAll(findings), []);
  assertEquals(Deno.readFileSync(home.paths.database), before);
});

test("checkDatabase makes a missing database and migrates an older one when repaired", (home) => {
  Deno.removeSync(home.paths.database);
  const absent = checkDatabase(home.probe());
  assertEquals(said(absent, home), ["fail: There is no database yet; the hooks spool"]);
  repairAll(absent);
  assertEquals(problems(checkDatabase(home.probe())), []);

  Deno.truncateSync(home.paths.database);
  const older = checkDatabase(home.probe());
  const found = said(older, home)[0] ?? "";
  assertMatch(found, new RegExp(`^fail: The database has schema 0, this mneme has ${SCHEMA_VERSION}`));
  repairAll(older);
  assertEquals(problems(checkDatabase(home.probe())), []);
});

test("checkDatabase sets a damaged database aside when repaired, and drains the spool into the new one", (home) => {
  home.damageDatabase();
  spoolWrites(home.paths, [{
    kind: "prompt-submitted",
    session: home.session("s"),
    at: "2026-03-01T10:00:00.000Z",
    promptId: null,
    text: "kept",
  }]);
  const before = home.inventory();
  const findings = checkDatabase(home.probe());
  assertEquals(problems(findings), ["fail integrity"]);
  assertEquals(home.inventory(), before);
  assertMatch(
    repairAll(findings)[0] ?? "",
    /^Set the damaged database aside as .*; there was no backup, so a new database was begun; .*; it has 1 spooled event$/,
  );
  assertEquals(problems(checkDatabase(home.probe())), []);
  assertEquals(takeUntold(home.paths).length, 1);
  const kept = home.withStore((store) => store.first<{ text: string }>("select text from prompts"));
  assertEquals(kept?.text, "kept");
  assert(home.inventory().some((line) => line.includes("memory.db.corrupt-")));
});

test("checkDatabase tells a person at a terminal of the damage once", (home) => {
  home.damageDatabase();
  const { isTerminal } = Deno.stdout;
  Deno.stdout.isTerminal = () => true;
  try {
    assertEquals(repairAll(checkDatabase(home.probe())).length, 1);
  } finally {
    Deno.stdout.isTerminal = isTerminal;
  }
  assertEquals(takeUntold(home.paths), []);
});

test("checkDatabase finds text, and a folder, in the place of the database", (home) => {
  Deno.writeTextFileSync(
    home.paths.database,
    "no database at all, but long enough to be looked at\n".repeat(100),
  );
  assertEquals(problems(checkDatabase(home.probe())), ["fail integrity"]);
  if (isWindows) return; // where a folder cannot be locked
  Deno.removeSync(home.paths.database);
  Deno.mkdirSync(home.paths.database);
  const findings = checkDatabase(home.probe());
  assertEquals(said(findings, home), ["fail: The database is damaged: memory.db is not a file"]);
  repairAll(findings);
  assertEquals(problems(checkDatabase(home.probe())), []);
});

test("checkDatabase works beside a process that holds the write lock", (home) => {
  home.withStore((store) =>
    store.transaction(() => {
      store.run("insert into drained_spool values ('a', 'b')");
      assertEquals(problems(checkDatabase(home.probe())), []);
    })
  );
});

test("checkDatabase warns, and repairs nothing, while a program holds the whole database", (home) => {
  home.withStore((store) => {
    store.execute(
      "pragma locking_mode=exclusive; begin immediate; insert into drained_spool values ('a', 'b')",
    );
    const findings = checkDatabase(home.probe());
    assertEquals(said(findings, home), ["warn: The database cannot be read: database is locked"]);
    assertEquals(repairAll(findings), []);
    store.execute("rollback");
  });
});

test("missingHome says which variable leaves it without a data folder", (home) => {
  const said = (variables: Record<string, string | null>) =>
    withEnvironment(variables, () => missingHome({ ...home.probe(), paths: undefined })[0]?.text);
  const found = said({ MNEME_HOME: "relative", HOME: "/home/me" });
  assertEquals(found, "There is no data folder: MNEME_HOME is relative, which is not an absolute path");
  assertEquals(
    said({ MNEME_HOME: null, HOME: "me" }),
    `There is no data folder: MNEME_HOME is not set, and ${homeVariable()} is not an absolute path`,
  );
});

test("missingHome tells an absent data folder from a file in its place, and can make it", (home) => {
  assertEquals(missingHome(home.probe()), []);
  const paths = pathsBelow(`${home.root}/absent`);
  const [finding] = missingHome(home.probe({ paths }));
  assertEquals([finding?.level, finding?.fix?.split(";")[0]], ["fail", "`mneme doctor --fix`"]);
  repairAll(finding === undefined ? [] : [finding]);
  assertEquals(missingHome(home.probe({ paths })), []);
  Deno.writeTextFileSync(`${home.root}/file`, "");
  const found = missingHome(home.probe({ paths: pathsBelow(`${home.root}/file`) }))[0]?.text ?? "";
  assertMatch(found, /is not a folder that can be read$/);
  if (isWindows) return; // a link to nothing has a type there
  Deno.symlinkSync(`${home.root}/unplugged`, `${home.root}/link`);
  const [link] = missingHome(home.probe({ paths: pathsBelow(`${home.root}/link`) }));
  assertMatch(link?.text ?? "", /is not a folder that can be read$/);
  assertEquals(link?.repair, undefined);
});
