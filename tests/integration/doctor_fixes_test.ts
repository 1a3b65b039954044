import { delimiter } from "node:path";
import { DIST } from "../_support/executables.ts";
import { runProgram } from "../_support/run_program.ts";
import { TestHome } from "../_support/test_home.ts";
import { assert, assertEquals, assertMatch } from "../_support/assert.ts";
import { isWindows } from "../_support/windows.ts";

interface Finding {
  readonly check: string;
  readonly level: "ok" | "warn" | "fail";
  readonly text: string;
  readonly fix?: string;
}

/** What can be wrong with an installed home, and in which check it shows. */
const WRONG: readonly {
  readonly name: string;
  readonly check: string;
  readonly arrange: (home: TestHome) => void | Promise<unknown>;
}[] = [
  {
    name: "a project that its own file excludes",
    check: "configuration",
    arrange: (home) =>
      home.write("project/.claude/mneme.yaml", 'privacy: { exclude_projects: ["/nowhere", "*"] }\n'),
  },
  {
    name: "a project that its own file and nothing else excludes",
    check: "configuration",
    arrange: (home) => home.write("project/.claude/mneme.yaml", 'privacy: { exclude_projects: ["*"] }\n'),
  },
  {
    name: "a project that a folder above it excludes",
    check: "configuration",
    arrange: (home) => home.mneme(["config", "set", "privacy.exclude_projects", `["${home.root}", "/x y"]`]),
  },
  {
    name: "a project that is excluded by its name",
    check: "configuration",
    arrange: (home) => home.mneme(["projects", "exclude", "."]),
  },
  {
    name: "a configuration that hooks have not taken over",
    check: "configuration",
    arrange: async (home) => {
      await home.hook("session-start", home.payload("SessionStart", { source: "startup" }));
      home.write("data/config.yaml", "log: { level: debug }\n");
    },
  },
  { name: "a pause", check: "pause", arrange: (home) => home.mneme(["pause"]) },
  { name: "no database", check: "schema", arrange: (home) => Deno.removeSync(home.database) },
  {
    name: "a database of an older schema",
    check: "schema",
    arrange: (home) => {
      Deno.removeSync(home.database);
      home.change("create table t (x)");
    },
  },
  {
    name: "a damaged database",
    check: "integrity",
    arrange: (home) => Deno.writeTextFileSync(home.database, "not a database\n".repeat(500)),
  },
  {
    name: "a damaged database that was set aside",
    check: "leftovers",
    arrange: (home) => home.write("data/memory.db.corrupt-2026-03-01", "x"),
  },
  {
    name: "a temporary file of a writer that was killed",
    check: "leftovers",
    arrange: (home) => {
      home.write("data/state/x.tmp", "x");
      Deno.utimeSync(`${home.data}/state/x.tmp`, new Date(0), new Date(0));
    },
  },
  {
    name: "a file that others can read",
    check: "permissions",
    arrange: (home) => Deno.chmodSync(home.database, 0o644),
  },
  {
    name: "a folder that its owner cannot write",
    check: "permissions",
    arrange: (home) => Deno.chmodSync(`${home.data}/logs`, 0o500),
  },
  {
    name: "an event that was lost",
    check: "lost",
    arrange: (home) => home.write("data/state/lost", "\n."),
  },
  {
    name: "an event that has waited in the spool for long",
    check: "spool",
    arrange: (home) => home.write(`data/spool/${Date.now() - 2 * 86_400_000}-1-a.jsonl`, ""),
  },
  {
    name: "hooks that no settings file registers",
    check: "settings",
    arrange: (home) => Deno.removeSync(`${home.home}/.claude/settings.json`),
  },
  {
    name: "hooks that two settings files register",
    check: "settings",
    arrange: (home) => home.mneme(["install", "--project"]),
  },
  {
    name: "an event that is not registered",
    check: "settings",
    arrange: (home) => edit(home, /"PreCompact"/, '"PostCompact"'),
  },
  {
    name: "a timeout that is not ours",
    check: "deadlines",
    arrange: (home) => edit(home, /"timeout": 10/, '"timeout": 3'),
  },
  {
    name: "another agent that starts a hook that is not there",
    check: "clients",
    arrange: async (home) => {
      await home.mneme(["install", "--client", "qwen"]);
      const path = `${home.home}/.qwen/settings.json`;
      Deno.writeTextFileSync(path, Deno.readTextFileSync(path).replace(`${DIST}/stop`, "/nowhere/stop"));
    },
  },
];

/** Prose begins otherwise. */
const COMMAND = /^(mneme|chmod|rm|unset|claude) /;

for (const { name, check, arrange } of WRONG) {
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
