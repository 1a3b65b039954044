import { markerOf } from "../../../../src/cli/clients/client_steps.ts";
import { clientRows } from "../../../../src/cli/clients/client_table.ts";
import {
  codexHooks,
  isTrusted,
  trustCodexHooks,
  withoutOwnTrust,
} from "../../../../src/cli/clients/codex_trust.ts";
import { assert, assertEquals, assertRejects } from "../../../_support/assert.ts";
import { Environment } from "../../../_support/with_environment.ts";
import { isWindows, notOnWindows } from "../../../_support/windows.ts";

const CODEX = clientRows().find(({ name }) => name === "codex")!;

/** Yields the requests of stdin, JSON objects one per line, as the app server of Codex reads them. */
const REQUESTS = `
  async function* requests() {
    let rest = "";
    for await (const part of Deno.stdin.readable.pipeThrough(new TextDecoderStream())) {
      const lines = (rest + part).split("\\n");
      rest = lines.pop();
      for (const line of lines) yield JSON.parse(line);
    }
  }
`;

/** Answers as Codex's own server does, and starts a program that holds a file locked for as long as it runs. */
const SERVER = `
  if (Deno.args[0] === "hold") {
    globalThis.file = Deno.openSync(import.meta.dirname + "/held", { write: true });
    file.lockSync(true);
    console.log("held");
    setInterval(() => {}, 1000);
  } else {
    const child = new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "--no-config", import.meta.filename, "hold"],
      stdin: "null", stdout: "piped", stderr: "null",
    }).spawn();
    await child.stdout.getReader().read();
    const trusted = new Set();
    for await (const { id, method, params } of requests()) {
      if (method === "config/batchWrite") Object.keys(params.edits[0].value).forEach((key) => trusted.add(key));
      const hook = { key: "k", eventName: "stop", currentHash: "h", command: "COMMAND" };
      const hooks = [{ ...hook, trustStatus: trusted.has("k") ? "trusted" : "untrusted" }];
      if (id !== undefined) console.log(JSON.stringify({ id, result: { data: [{ hooks }] } }));
    }
  }
`;

Deno.test("Codex is asked for its hooks and told to trust them, and nothing that it started is left", async () => {
  const folder = folderWithCodex(REQUESTS + SERVER.replace("COMMAND", `stop ${markerOf(CODEX)}`));
  Deno.writeTextFileSync(`${folder}/held`, "");
  {
    using _environment = new Environment({ PATH: folder });
    const hooks = await codexHooks(CODEX);
    assertEquals(hooks.map(({ key, eventName, currentHash }) => [key, eventName, currentHash]), [
      ["k", "stop", "h"],
    ]);
    assertEquals(hooks.map((hook) => [isTrusted(hook), hook.enabled]), [[false, undefined]]);
    assertEquals(await trustCodexHooks(CODEX), 1);
  }
  using held = Deno.openSync(`${folder}/held`);
  for (let i = 0; !held.tryLockSync(false); i++) {
    assert(i < 200, "what it started still runs");
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
});

/** Keeps the commands of the event `stop`, whose keys are their places, and what is known of each key. */
const KEEPING_SERVER = `
  const file = import.meta.dirname + "/codex.json";
  for await (const { id, method, params } of requests()) {
    const kept = JSON.parse(Deno.readTextFileSync(file));
    for (const { keyPath, value } of method === "config/batchWrite" ? params.edits : []) {
      if (value !== null) Object.assign(kept.state, value);
      else delete kept.state[JSON.parse(keyPath.slice("hooks.state.".length))];
    }
    Deno.writeTextFileSync(file, JSON.stringify(kept));
    const hooks = kept.commands.map((command, i) => {
      const { trusted_hash, enabled = true } = kept.state["stop:" + i] ?? {};
      const trustStatus = trusted_hash === command ? "trusted" : "untrusted";
      return { key: "stop:" + i, eventName: "stop", currentHash: command, command, trustStatus, enabled };
    });
    if (id !== undefined) console.log(JSON.stringify({ id, result: { data: [{ hooks }] } }));
  }
`;

Deno.test("a hook of somebody else that was switched off in Codex stays off when mneme's hook before it goes", async () => {
  const folder = folderWithCodex(REQUESTS + KEEPING_SERVER);
  const own = `stop ${markerOf(CODEX)}`;
  const state = { "stop:0": { trusted_hash: own }, "stop:1": { trusted_hash: "theirs", enabled: false } };
  const keep = (commands: readonly string[], state: object) =>
    Deno.writeTextFileSync(`${folder}/codex.json`, JSON.stringify({ commands, state }));
  const kept = () => JSON.parse(Deno.readTextFileSync(`${folder}/codex.json`)).state;
  keep([own, "theirs"], state);
  const serversFile = `${folder}/config.toml`;
  Deno.writeTextFileSync(serversFile, '[hooks.state."stop:0"]\n[hooks.state."stop:1"]\n');
  using _environment = new Environment({ PATH: folder });
  await withoutOwnTrust({ ...CODEX, serversFile }, () => keep(["theirs"], kept()));
  assertEquals(kept(), { "stop:0": { trusted_hash: "theirs", enabled: false } });
});

notOnWindows("scripts", "a Codex that cannot be started is named", async () => {
  const folder = Deno.makeTempDirSync();
  Deno.writeTextFileSync(`${folder}/codex`, "#!/nowhere/node\n", { mode: 0o755 });
  using _environment = new Environment({ PATH: folder });
  await assertRejects(() => codexHooks(CODEX), /^UserError: Cannot ask Codex .*\/codex cannot be started/);
});

/** Makes a folder in which the program `codex` is this script. */
function folderWithCodex(script: string): string {
  const folder = Deno.makeTempDirSync();
  const words = `run -A --quiet --no-config "${folder}/codex.mjs"`;
  const [name, text] = isWindows
    ? ["codex.cmd", `@"${Deno.execPath()}" ${words}\r\n`]
    : ["codex", `#!/bin/sh\n"${Deno.execPath()}" ${words}\n`];
  Deno.writeTextFileSync(`${folder}/${name}`, text, { mode: 0o755 });
  Deno.writeTextFileSync(`${folder}/codex.mjs`, script);
  return folder;
}
