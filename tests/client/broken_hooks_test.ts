// What is registered with a client outlives its executables: a hook that cannot start must not stop the client.
import { assert, assertEquals } from "../_support/assert.ts";
import { AgentModel } from "./_support/agent_model.ts";
import { agentTest, prepare, run, setUp } from "./_support/agent_run.ts";
import { AGENTS, shellCall } from "./_support/agent_table.ts";
import { clientTest } from "./_support/client_binary.ts";
import { ClientRun } from "./_support/run_client.ts";
import { bash, calling, ScriptedModel } from "./_support/scripted_model.ts";
import { TestPlace } from "./_support/test_place.ts";

/** An executable for a machine that nobody has: the shell takes it for a script, and ends with the status that blocks. */
const FOREIGN_ELF = Uint8Array.from([
  ...[0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, ...Array(9).fill(0)],
  ...[2, 0, 0x42, 0x42, 1, ...Array(43).fill(0)],
  ...new TextEncoder().encode("\n(\n"),
]);

type Fault = (at: number) => (path: string) => void;

/** Each puts another fault in the place of an executable. */
const FAULTS: Readonly<Record<string, (path: string) => void>> = {
  "is gone": () => {},
  "may not be executed": (path) => Deno.writeTextFileSync(path, "#!/bin/sh\nexit 0\n", { mode: 0o600 }),
  "is for another machine": (path) => Deno.writeFileSync(path, FOREIGN_ELF, { mode: 0o700 }),
  "ends with 1": (path) => Deno.writeTextFileSync(path, "#!/bin/sh\nexit 1\n", { mode: 0o700 }),
  "ends with 2": (path) => Deno.writeTextFileSync(path, "#!/bin/sh\necho no >&2\nexit 2\n", { mode: 0o700 }),
};

/** Goes on for a moment after it has printed: a client's terminal may lose the last words of a program that has ended. */
const COMMAND = "printf quokka%s -42; sleep 0.2";
const PRINTED = "quokka-42"; // the command prints it, and nothing else in the conversation says it
const MOST_REQUESTS = 6; // a title, the call, the answer, and room for a client that asks twice

/** A client starts in seconds: once with all hooks at their worst, which is to block, and once with each in its own way. */
const MIXED: Readonly<Record<string, Fault>> = {
  "ends with 2": () => FAULTS["ends with 2"]!,
  "has one fault or another": (at) => Object.values(FAULTS)[at % Object.keys(FAULTS).length]!,
};

for (const [number, agent] of AGENTS.entries()) {
  agentTest(`${agent.client} goes on whatever its hooks do`, [agent], async () => {
    const stopped: string[] = [];
    for (const [fault, faultOf] of Object.entries(MIXED)) {
      await using place = await TestPlace.create();
      await prepare(place);
      await using model = new AgentModel([shellCall(agent, COMMAND)]);
      await setUp(agent, place, model, "--bin", await executablesIn(place));
      await breakAll(place, (at) => faultOf(at + number));
      const ended = await run(agent, { place, model, prompt: "Count the quokkas." }).then(
        () => "",
        (error) => String(error).slice(0, 300),
      );
      const isDone = model.requests.some((text) => text.includes(PRINTED));
      const count = model.requests.length;
      if (ended !== "" || !isDone || count > MOST_REQUESTS) {
        const last = isDone ? "done" : `not done: ${model.requests.at(-1)?.slice(-500)}`;
        stopped.push(`a hook that ${fault}: ${count} requests, ${last} ${ended}`);
      }
    }
    assertEquals(stopped, []);
  });
}

// Claude Code starts executables without a shell; by status 2 it is blocked, which Stop does where it was asked to.
clientTest("Claude Code goes on whatever becomes of its hooks", async (client) => {
  const { "ends with 2": _blocks, ...faults } = FAULTS;
  const stopped: string[] = [];
  for (const [fault, put] of Object.entries(faults)) {
    await using place = await TestPlace.create();
    await place.install("--bin", await executablesIn(place));
    await breakAll(place, () => put);
    await using model = new ScriptedModel({
      main: [{ to: "Count", answers: [calling("Counting.", bash("toolu_1", COMMAND)), { text: "There." }] }],
    });
    await using run = new ClientRun({ client, place, model });
    const { result } = await run.say("Count the quokkas.");
    await run.end();
    const isDone = JSON.stringify(model.mainBodies().at(-1) ?? "").includes(PRINTED);
    const count = model.mainBodies().length;
    if (result !== "There." || !isDone || count > 2) {
      stopped.push(`a hook that ${fault}: ${count} requests, ${isDone ? "done" : "not done"}, "${result}"`);
    }
  }
  assertEquals(stopped, []);
});

/** A folder that install takes for one of ours. */
async function executablesIn(place: TestPlace): Promise<string> {
  const folder = `${place.root}/bin of mine`;
  await Deno.mkdir(folder);
  for await (const { name, isFile, isSymlink } of Deno.readDir(place.dist)) {
    if (isFile || isSymlink) await Deno.symlink(`${place.dist}/${name}`, `${folder}/${name}`);
  }
  return folder;
}

async function breakAll(place: TestPlace, faultOf: Fault): Promise<void> {
  const folder = `${place.root}/bin of mine`;
  const names = await Array.fromAsync(Deno.readDir(folder), ({ name }) => name);
  assert(names.length > 5, "there is something to break");
  for (const [at, name] of names.sort().entries()) {
    await Deno.remove(`${folder}/${name}`);
    faultOf(at)(`${folder}/${name}`);
  }
}
