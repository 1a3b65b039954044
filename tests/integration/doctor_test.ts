import { delimiter } from "node:path";
import { assert, assertEquals, assertMatch } from "../_support/assert.ts";
import { DIST } from "../_support/executables.ts";
import { runProgram } from "../_support/run_program.ts";
import { TestHome } from "../_support/test_home.ts";
import { isWindows } from "../_support/windows.ts";

/** Compiled, as its permissions are narrower than those of a test. */
Deno.test("mneme doctor finds a fresh install sound, before and after a first session", async () => {
  using home = new TestHome();
  assertEquals((await home.mneme(["install"])).code, 0);
  for (const stage of ["installed", "used"]) {
    const { code, stdout, stderr } = await home.mneme(["doctor"]);
    assertEquals([stage, code, stderr, stdout.match(/^fail.*/m)], [stage, 0, "", null]);
    assertMatch(stdout, /^ok +integrity /m);
    await home.hook("session-start", home.payload("SessionStart", { source: "startup" }));
    await home.hook("session-end", home.payload("SessionEnd", { reason: "other" }));
    await home.settle();
  }
});

Deno.test("mneme doctor says what to type where install did not find the client, and is quiet once it was typed", async () => {
  using home = new TestHome();
  const env = { PATH: "/usr/bin:/bin" };
  const installed = await home.mneme(["install"], { env });
  const [, line = "?"] = /run: (claude mcp add .*)/.exec(installed.stdout) ?? [];
  const warned = await home.mneme(["doctor"], { env });
  assertEquals(warned.code, 0);
  assertEquals(/^warn +server .*\n +fix: (.*)$/m.exec(warned.stdout)?.[1], line);
  Deno.writeTextFileSync(
    `${home.home}/.claude.json`,
    JSON.stringify({ mcpServers: { mneme: { command: `${DIST}/mneme`, args: ["mcp"] } } }),
  );
  assertMatch((await home.mneme(["doctor"], { env })).stdout, /^ok +server /m);
});

interface Finding {
  readonly check: string;
  readonly level: "ok" | "warn" | "fail";
  readonly text: string;
  readonly fix?: string;
}

/** What can be wrong with an installed home, by the check in which it shows. */
const WRONG: Readonly<Record<string, Readonly<Record<string, (home: TestHome) => void | Promise<unknown>>>>> =
  {
    configuration: {
      "a project that its own file excludes": (home) =>
        home.write("project/.claude/mneme.yaml", 'privacy: { exclude_projects: ["/nowhere", "*"] }\n'),
      "a project that its own file and nothing else excludes": (home) =>
        home.write("project/.claude/mneme.yaml", 'privacy: { exclude_projects: ["*"] }\n'),
      "a project that a folder above it excludes": (home) =>
        home.mneme(["config", "set", "privacy.exclude_projects", `["${home.root}", "/x y"]`]),
      "a project that is excluded by its name": (home) => home.mneme(["projects", "exclude", "."]),
      "a configuration that hooks have not taken over": async (home) => {
        await home.hook("session-start", home.payload("SessionStart", { source: "startup" }));
        home.write("data/config.yaml", "log: { level: debug }\n");
      },
    },
    pause: {
      "a pause": (home) => home.mneme(["pause"]),
    },
    schema: {
      "no database": (home) => Deno.removeSync(home.database),
      "a database of an older schema": (home) => {
        Deno.removeSync(home.database);
        home.change("create table t (x)");
      },
    },
    integrity: {
      "a damaged database": (home) => Deno.writeTextFileSync(home.database, "not a database\n".repeat(500)),
    },
    leftovers: {
      "a damaged database that was set aside": (home) => home.write("data/memory.db.corrupt-2026-03-01", "x"),
      "a temporary file of a writer that was killed": (home) => {
        home.write("data/state/x.tmp", "x");
        Deno.utimeSync(`${home.data}/state/x.tmp`, new Date(0), new Date(0));
      },
    },
    permissions: {
      "a file that others can read": (home) => Deno.chmodSync(home.database, 0o644),
      "a folder that its owner cannot write": (home) => Deno.chmodSync(`${home.data}/logs`, 0o500),
    },
    lost: {
      "an event that was lost": (home) => home.write("data/state/lost", "\n."),
    },
    spool: {
      "an event that has waited in the spool for long": (home) =>
        home.write(`data/spool/${Date.now() - 2 * 86_400_000}-1-a.jsonl`, ""),
    },
    settings: {
      "hooks that no settings file registers": (home) =>
        Deno.removeSync(`${home.home}/.claude/settings.json`),
      "hooks that two settings files register": (home) => home.mneme(["install", "--project"]),
      "an event that is not registered": (home) => edit(home, /"PreCompact"/, '"PostCompact"'),
    },
    deadlines: {
      "a timeout that is not ours": (home) => edit(home, /"timeout": 10/, '"timeout": 3'),
    },
    clients: {
      "another agent that starts a hook that is not there": async (home) => {
        await home.mneme(["install", "--client", "qwen"]);
        const path = `${home.home}/.qwen/settings.json`;
        Deno.writeTextFileSync(path, Deno.readTextFileSync(path).replace(`${DIST}/stop`, "/nowhere/stop"));
      },
    },
  };

/** Prose begins otherwise. */
const COMMAND = /^(mneme|chmod|rm|unset|claude) /;

const CASES = Object.entries(WRONG).flatMap(([check, ways]) =>
  Object.entries(ways).map(([name, arrange]) => ({ check, name, arrange }))
);

for (const { name, check, arrange } of CASES) {
  Deno.test(`doctor's fix for ${name} works as it is typed`, { ignore: isWindows }, async () => {
    using home = new TestHome();
    assertEquals((await home.mneme(["install"])).code, 0);
    const before = new Set((await look(home)).map(({ text }) => text));
    await arrange(home);
    const found = (await look(home)).filter((one) =>
      one.check === check && COMMAND.test(one.fix ?? "") && !before.has(one.text)
    );
    assert(found.length > 0);
    for (const { fix = "" } of found) {
      const { code, stderr } = await type(home, fix);
      assertEquals([fix, code, stderr.match(/^mneme: .*/gm)], [fix, 0, null]);
    }
    const texts = new Set(found.map(({ text }) => text));
    assertEquals((await look(home)).filter(({ text }) => texts.has(text)), []);
  });
}

async function look(home: TestHome): Promise<Finding[]> {
  return JSON.parse((await home.mneme(["doctor", "--json"])).stdout).findings;
}

/** As a person does, with `mneme` on the path. */
function type(home: TestHome, line: string) {
  const { PATH = "", ...env } = home.environment();
  return runProgram("/bin/sh", {
    args: ["-c", line],
    env: { ...env, PATH: `${DIST}${delimiter}${PATH}` },
    cwd: home.project,
    stdin: new Uint8Array(0),
  });
}

function edit(home: TestHome, from: RegExp, to: string): void {
  const path = `${home.home}/.claude/settings.json`;
  const text = Deno.readTextFileSync(path);
  assertMatch(text, from);
  Deno.writeTextFileSync(path, text.replace(from, to));
}

/** How a session start names the command, with these folders before the rest of the PATH. */
async function commandNamed(
  home: TestHome,
  session_id: string,
  ...folders: string[]
): Promise<string | undefined> {
  const PATH = [...folders, home.environment().PATH].join(":");
  const payload = home.payload("SessionStart", { source: "startup", session_id });
  const { stdout } = await home.hook("session-start", payload, { env: { PATH } });
  return /`(\S+) search/.exec(JSON.parse(stdout).hookSpecificOutput.additionalContext)?.[1];
}

Deno.test("a session start names mneme as short as the shell finds this very one, whatever was found before", async () => {
  using home = new TestHome();
  await home.hook("session-start", home.payload("SessionStart", { source: "startup" }));
  await home.hook("user-prompt-submit", home.payload("UserPromptSubmit", { prompt: "Round the totals" }));
  const [linked, other] = [`${home.root}/linked`, `${home.root}/other`];
  for (const folder of [linked, other]) Deno.mkdirSync(folder);
  Deno.symlinkSync(`${DIST}/mneme`, `${linked}/mneme`);
  Deno.writeTextFileSync(`${other}/mneme`, "#!/bin/sh\n", { mode: 0o755 });
  assertEquals(await commandNamed(home, "a"), `${DIST}/mneme`);
  assertEquals(await commandNamed(home, "b", linked), "mneme");
  assertEquals(await commandNamed(home, "c", linked), "mneme");
  assertEquals(await commandNamed(home, "d", other, linked), `${DIST}/mneme`);
  assertEquals(await commandNamed(home, "e", linked), "mneme");
  Deno.removeSync(`${linked}/mneme`);
  assertEquals(await commandNamed(home, "f", linked), `${DIST}/mneme`);
});
