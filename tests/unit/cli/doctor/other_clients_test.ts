// What doctor says of agents other than Claude Code, by what is wrong with them.
import { readPlace } from "../../../../src/cli/registration/registered_hooks.ts";
import { runChecks } from "../../../../src/cli/doctor/doctor_command.ts";
import { clientSteps } from "../../../../src/cli/clients/client_steps.ts";
import { clientRows } from "../../../../src/cli/clients/client_table.ts";
import { parentFolder } from "../../../../src/base/slashes.ts";
import { assertEquals, assertMatch } from "../../../_support/assert.ts";
import { casesOf } from "../../../_support/cases.ts";
import { Environment } from "../../../_support/with_environment.ts";
import { DoctorHome } from "./doctor_home.ts";

/** Also says that Codex cannot be asked, which is not on these machines. */
const NEVER_SEEN = /^warn: (No session of .* is stored|Cannot ask Codex .* not on PATH)$/;

/** A change of one file, as its user may have made it, and what is said then beside that no session was seen. */
interface Change {
  readonly client: string;
  readonly file: "hooksFile" | "serversFile";
  /** Null for a file that is gone. */
  readonly from: string | null;
  readonly to: string;
  /** Null where nothing is wrong. */
  readonly said: string | null;
}

function edit(path: string, from: string, to: string): void {
  const before = Deno.readTextFileSync(path).trimEnd();
  const after = before.replace(new RegExp(from), to);
  if (after === before) throw new Error(`${path} does not hold ${from}`);
  Deno.writeTextFileSync(path, after);
}

/** A machine with one agent alone, in which mneme is installed. */
function machineWith(client: string) {
  const home = new DoctorHome();
  Deno.removeSync(parentFolder(home.userSettings), { recursive: true });
  const environment = new Environment({ ...home.environment(), PATH: home.root, CODEX_HOME: undefined });
  const row = clientRows().find(({ name }) => name === client)!;
  for (const step of clientSteps(row, home.executables)) step.install("apply");
  const probe = home.probe({
    settings: [readPlace({ path: home.userSettings, scope: "user" })],
    servers: [],
  });
  return {
    row,
    probe,
    /** All that is not in order. */
    async said(named?: string): Promise<string[]> {
      const findings = await runChecks(probe, named);
      return findings.filter(({ level }) => level !== "ok").map(({ level, text }) => `${level}: ${text}`);
    },
    [Symbol.dispose]() {
      environment[Symbol.dispose]();
      home[Symbol.dispose]();
    },
  };
}

for (const { name } of clientRows()) {
  Deno.test(`doctor finds nothing wrong with ${name} alone on a machine, and nothing about Claude Code`, async () => {
    using machine = machineWith(name);
    for (const named of [undefined, name, "all"]) {
      const said = await machine.said(named);
      assertEquals(said.filter((line) => !NEVER_SEEN.test(line)), []);
    }
  });
}

type Nowhere = [folders: string[], said: string, fix: string];

Deno.test("doctor names the agents that are found where mneme is in none, and nothing of Claude Code", async () => {
  for (const [folders, text, fix] of casesOf<Nowhere>(import.meta.filename, "_nowhere")) {
    using home = new DoctorHome();
    Deno.removeSync(parentFolder(home.userSettings), { recursive: true });
    for (const folder of folders) Deno.mkdirSync(`${home.root}/home/${folder}/log`, { recursive: true });
    using _environment = new Environment({ ...home.environment(), PATH: home.root, CODEX_HOME: undefined });
    const findings = await runChecks(
      home.probe({ settings: [readPlace({ path: home.userSettings, scope: "user" })], servers: [] }),
    );
    assertEquals(findings.filter(({ level }) => level !== "ok"), [
      { check: "clients", level: "fail", text, fix },
    ]);
  }
});

Deno.test("doctor says that Codex loads no hook", { ignore: Deno.build.os === "windows" }, async () => {
  using machine = machineWith("codex");
  const script = [1, 2].map((id) => `read -r line\necho '{"id":${id},"result":{}}'\nread -r line\n`);
  Deno.writeTextFileSync(`${Deno.env.get("PATH")}/codex`, `#!/bin/sh\n${script.join("")}`, { mode: 0o755 });
  assertEquals((await machine.said("codex"))[0], "fail: Codex CLI loads no hook of mneme");
});

Deno.test("doctor says what is wrong with an agent, and nothing of what a user has added", async () => {
  for (const { client, file, from, to, said: words } of casesOf<Change>(import.meta.filename)) {
    using machine = machineWith(client);
    const path = machine.row[file]!;
    if (from === null) Deno.removeSync(path);
    else edit(path, from, to);
    for (const named of [undefined, client]) {
      const said = (await machine.said(named)).filter((line) => !NEVER_SEEN.test(line));
      assertEquals(said.length, words === null ? 0 : 1, `${client} ${to} ${words}: ${said.join("; ")}`);
      if (words !== null) assertMatch(said[0]!, new RegExp(words));
    }
  }
});
