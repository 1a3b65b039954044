import { checkLatency, checkLog } from "../../../../src/cli/doctor/activity.ts";
import {
  checkConfiguration,
  checkDisk,
  checkLeftovers,
  checkLost,
  checkPauses,
  checkPermissions,
} from "../../../../src/cli/doctor/home.ts";
import { checkBackups, checkSpool } from "../../../../src/cli/doctor/database.ts";
import type { Finding } from "../../../../src/cli/doctor/check.ts";
import { casesOf } from "../../../_support/cases.ts";
import { repairAll } from "../../../../src/cli/doctor/doctor_command.ts";
import { countLost, readLost, spoolWrites } from "../../../../src/machine/spool.ts";
import type { Write } from "../../../../src/base/writes.ts";
import { assert, assertEquals, assertMatch } from "../../../_support/assert.ts";
import { withEnvironment } from "../../../_support/with_environment.ts";
import { DoctorHome, problems, said, test } from "./doctor_home.ts";
import { asElsewhere, onlyWith } from "../../../_support/windows.ts";
import { below, parentFolder } from "../../../../src/base/slashes.ts";

const modes = onlyWith("modes", DoctorHome);

function eventOf(home: DoctorHome, event: string, durationMs: number): Write {
  const session = home.session("s");
  return {
    kind: "event-logged",
    session,
    at: new Date().toISOString(),
    event,
    subject: null,
    data: null,
    durationMs,
  };
}

/** Files of a home, and what a check then says, with the fix behind it. */
interface Arranged {
  readonly what: string;
  readonly check: keyof typeof CHECKS;
  readonly files: Readonly<Record<string, string>>;
  readonly said: readonly string[];
}

const CHECKS = {
  configuration: checkConfiguration,
  disk: checkDisk,
  leftovers: checkLeftovers,
  pauses: checkPauses,
  spool: checkSpool,
};

function assertSaid(home: DoctorHome, findings: readonly Finding[], wanted: readonly string[]): void {
  const lines = said(findings, home);
  const fixes = findings.map(({ fix }) => fix === undefined ? "" : `; fix: ${asElsewhere(fix)}`);
  assertEquals(lines.length, wanted.length, lines.join());
  for (const [i, line] of wanted.entries()) assertMatch(`${lines[i]}${fixes[i]}`, new RegExp(`^${line}`));
}

for (const { what, check, files, said } of casesOf<Arranged>(import.meta.filename)) {
  test(`the check of ${check} finds ${what}`, (home) => {
    for (const [path, text] of Object.entries(files)) {
      Deno.mkdirSync(parentFolder(below(home.root, path)), { recursive: true });
      Deno.writeTextFileSync(below(home.root, path), text.replace("$ROOT", home.root), { mode: 0o600 });
    }
    assertSaid(home, CHECKS[check](home.probe()), said);
  });
}

test("checkSpool counts what waits, and brings in what waits for more than a day", (home) => {
  for (let i = 0; i < 3; i++) spoolWrites(home.paths, [eventOf(home, "hook.stop", 1)]);
  assertEquals(said(checkSpool(home.probe()), home), [
    "ok: 3 spooled events wait for the next start or end of a session",
  ]);
  const findings = checkSpool({ ...home.probe(), now: new Date(Date.now() + 2 * 86_400_000) });
  const found = said(findings, home)[0] ?? "";
  assertMatch(found, /^warn: 3 spooled events wait for the database, the oldest since \d{4}-/);
  assertEquals(findings[0]?.fix, "mneme process");
  assertEquals(repairAll(findings), ["Brought in 3 spooled events"]);
  assertEquals(repairAll(findings), []);
  assertEquals(problems(checkSpool(home.probe())), []);
});

test("checkLost counts what was lost, and a repair notes that it is to be read from the transcripts", (home) => {
  const before = readLost(home.paths); // a fallback file of this machine counts, too
  countLost(home.paths);
  countLost(home.paths);
  const findings = checkLost(home.probe());
  assertEquals(findings[0]?.level, "fail");
  assert(findings[0]?.text.startsWith(`${before + 2} events could be written neither`));
  assertEquals(repairAll(findings), [`Noted for \`mneme process\`: ${before + 2} events had been lost`]);
  assertEquals(problems(checkLost(home.probe())), []);
  assertMatch(said(checkBackups(home.probe()), home).join(), /^warn: Rows lost since \S{10} \S{5} are/);
});

modes.test("checkPermissions finds what others may read and what the owner may not write, and repairs both", (home) => {
  Deno.writeTextFileSync(home.paths.configFile, "");
  Deno.chmodSync(home.paths.configFile, 0o644);
  assertEquals(said(checkPermissions(home.probe()), home), ["warn: Others may have access to config.yaml"]);
  Deno.chmodSync(home.paths.root, 0o755);
  Deno.chmodSync(home.paths.spool, 0o500);
  const program = `${home.paths.root}/program`; // as where MNEME_HOME names the folder of versions
  Deno.writeTextFileSync(program, "", { mode: 0o755 });
  const findings = checkPermissions(home.probe());
  assertEquals(said(findings, home), [
    "fail: You cannot read or write spool",
    "fail: Others may have access to /data, config.yaml",
  ]);
  repairAll(findings);
  assertEquals(problems(checkPermissions(home.probe())), []);
  const mode = (path: string) => (Deno.statSync(path).mode ?? 0) & 0o777;
  const paths = [home.paths.root, home.paths.spool, program, home.paths.configFile];
  assertEquals(paths.map(mode), [0o700, 0o700, 0o755, 0o600]);
});

modes.test("checkPermissions does not say that it repaired what its disk does not keep", (home) => {
  Deno.chmodSync(home.paths.root, 0o755);
  const findings = checkPermissions(home.probe());
  const chmod = Deno.chmodSync;
  try {
    Deno.chmodSync = () => {};
    assertMatch(
      repairAll(findings).join(),
      /^Cannot repair permissions: \S*data stays open to others, as its disk stores no modes; /,
    );
  } finally {
    Deno.chmodSync = chmod;
  }
});

modes.test("checkPermissions fails for files of another user, follows no link out of the folder, and leaves git its modes", (home) => {
  Deno.symlinkSync(home.project, `${home.paths.root}/link`);
  const pack = `${home.paths.root}/sync/remotes/0123.git/objects/pack`;
  Deno.mkdirSync(parentFolder(parentFolder(parentFolder(pack))), { recursive: true, mode: 0o700 });
  Deno.mkdirSync(pack, { recursive: true });
  Deno.writeTextFileSync(`${pack}/1.pack`, "", { mode: 0o444 });
  assertEquals(problems(checkPermissions(home.probe())), []);
  const [finding] = checkPermissions(home.probe({ uid: 4711 }));
  assertEquals([finding?.level, finding?.fix], ["fail", `sudo chown -R 4711 ${home.paths.root}`]);
});

test("checkLatency warns of a hook whose 95th percentile is over its limit", (home) => {
  const fast = Array.from({ length: 20 }, () => eventOf(home, "hook.post_tool_use", 4));
  home.keep(...fast);
  assertEquals(said(checkLatency(home.probe()), home), [
    "ok: Median and 95th percentile in ms: post-tool-use 4.0/4.0",
  ]);
  home.keep(...Array.from({ length: 4 }, () => eventOf(home, "hook.post_tool_use", 140)));
  assertEquals(said(checkLatency(home.probe()), home), [
    "warn: post-tool-use takes 4.0 ms, and 1 run in 20 over 140 ms; 100 ms is the limit. " +
    "A slow disk or a virus scanner may be why",
  ]);
});

test("checkLatency is silent about a database that cannot be read", (home) => {
  home.damageDatabase();
  assertEquals(problems(checkLatency(home.probe())), []);
});

test("checkLog shows the newest failure of the last day and escapes it", (home) => {
  const line = (hours: number, level: string, message: string) =>
    `${new Date(Date.now() - hours * 3_600_000).toISOString()} ${level} stop s ${JSON.stringify(message)}\n`;
  Deno.writeTextFileSync(
    `${home.paths.logFile}.1`,
    line(30, "error", "long ago") + line(3, "failure", "older"),
  );
  Deno.writeTextFileSync(home.paths.logFile, line(2, "error", "new\x1b[31mest") + line(1, "info", "fine"));
  const found = said(checkLog(home.probe()), home)[0] ?? "";
  assertMatch(found, /^warn: 2 errors in the last 24 hours, the newest at \S+ \S+ in stop: newest$/);
});

test("checkPauses tells that the environment switches the hooks off", (home) => {
  const told = (MNEME_DISABLED: string) =>
    withEnvironment({ MNEME_DISABLED }, () => said(checkPauses(home.probe()), home));
  assertEquals(told("1"), [
    "warn: MNEME_DISABLED is set here: hooks of a client that is started here do nothing",
  ]);
  assertEquals(told("0"), ["ok: Nothing is paused"]);
});
