/** Plays a session from its start to its end. */
import { dirname, join } from "node:path";
import { processWith, sleep } from "../_support/wait.ts";
import { type Client, remind } from "./client.ts";
import { copyCheckout, headOf, type PlayerFolder, type PlayState, type Way } from "./player_folder.ts";
import { readScenario } from "./scenario.ts";
import { fill, introduce } from "./ways.ts";

const SETTLED_MS = 60_000;

interface InitOptions {
  readonly way: Way;
  readonly scenario: string;
  readonly repo: string;
  readonly dist: string;
  readonly others: number;
  readonly path: readonly string[];
}

/** Makes a player's folder: home, memory, other memories, and the two programs of the player. */
export async function init(
  folder: PlayerFolder,
  { way, scenario, repo, dist, others, path }: InitOptions,
): Promise<void> {
  const base = Deno.realPathSync(repo);
  const read = readScenario(scenario);
  const { commit, repository } = read;
  if (commit !== "none" && commit !== headOf(base)) {
    throw new Error(`${repo} is not ${repository} at ${commit}`);
  }
  const state: PlayState = {
    way,
    scenario: read,
    others,
    dist: Deno.realPathSync(dist),
    base,
    repo: join(folder.root, "tree", base.slice(base.lastIndexOf("/") + 1)),
    path,
    session: undefined,
  };
  for (const place of [folder.home, folder.notes, folder.inside]) {
    Deno.mkdirSync(place, { recursive: true });
  }
  await copyCheckout(base, state.repo);
  folder.write(state);
  Deno.writeTextFileSync(join(folder.inside, "log.jsonl"), "");
  const main = join(import.meta.dirname!, "main.ts");
  for (const [name, option] of [["play", ""], ["helper", "--helper "]]) {
    const program = join(folder.root, name!);
    const command = `exec "${Deno.execPath()}" run -A --no-check "${main}" in "${folder.root}" ${option}"$@"`;
    Deno.writeTextFileSync(program, `#!/bin/sh\n${command}\n`, { mode: 0o755 });
    Deno.chmodSync(program, 0o755);
  }
  await fill(folder, state);
}

/** Begins a session with a fresh checkout; prints what the agent is told and the first prompt. */
export async function start(client: Client, name: string): Promise<void> {
  const { state, folder } = client;
  if (state.session !== undefined && !state.session.ended) {
    throw new Error(`Session ${state.session.name} is still open.`);
  }
  const session = state.scenario.sessions.find((one) => one.name === name);
  if (session === undefined) throw new Error(`The scenario has no session ${name}`);
  const id = crypto.randomUUID();
  const slug = state.repo.replace(/[^A-Za-z0-9]/g, "-");
  const transcript = join(folder.home, ".claude/projects", slug, `${id}.jsonl`);
  Deno.mkdirSync(dirname(transcript), { recursive: true });
  await copyCheckout(state.base, state.repo);
  const begun = { turn: 0, promptId: "", lastRow: null, continued: false, ended: false, helper: undefined };
  state.session = { name, id, transcript, ...begun };
  client.log({ kind: "start" });
  console.log(
    `A new session. You are a coding agent in the repository ${state.repo}: a fresh checkout; what earlier sessions
changed is elsewhere, in review. You know of them what stands here, and nothing else. There is no network.
`,
  );
  await introduce(client);
  remind(await client.fire("SessionStart", { source: "startup" }));
  await prompt(client);
}

/** Shows the next prompt of the user. */
async function prompt(client: Client): Promise<void> {
  const { session } = client;
  const text = client.state.scenario.sessions.find(({ name }) => name === session.name)!
    .prompts[session.turn]!
    .trim();
  session.promptId = crypto.randomUUID();
  session.continued = false;
  client.log({ kind: "prompt", text });
  const told = await client.fire("UserPromptSubmit", { prompt: text, prompt_id: session.promptId });
  client.row("user", text, { promptId: session.promptId });
  console.log(`\n=== The user says:\n${text}\n`);
  remind(told);
  client.save();
}

/** Ends the turn, unless a hook has the agent go on; then the next prompt, or the end of the session. */
export async function say(client: Client, text: string): Promise<void> {
  const { session, state } = client;
  if (text.trim() === "") throw new Error("Say something: what you did, or the answer.");
  if (session.helper !== undefined && session.helper.report === undefined) {
    throw new Error("The helper is still at work; get its report first, with: helped");
  }
  client.row("assistant", [{ type: "text", text }]);
  client.log({ kind: "say", text });
  const more = await client.fire("Stop", {
    prompt_id: session.promptId,
    stop_hook_active: session.continued,
    last_assistant_message: text,
    background_tasks: [],
  });
  if (more !== "") {
    session.continued = true;
    client.log({ kind: "ask", text: more });
    remind(`Stop hook additional context: ${more}`);
    console.log("(The turn goes on. Act on that as you find right, then `say` again, briefly.)");
    client.row("user", `<system-reminder>Stop hook additional context: ${more}</system-reminder>`, {
      isMeta: true,
    });
    return client.save();
  }
  session.turn++;
  const { prompts } = state.scenario.sessions.find(({ name }) => name === session.name)!;
  if (session.turn < prompts.length) return await prompt(client);
  await end(client);
}

async function end(client: Client): Promise<void> {
  const { folder, state, session } = client;
  await client.fire("SessionEnd", { reason: "prompt_input_exit" });
  const last = Date.now() + SETTLED_MS; // for what the session's end leaves behind it
  while (client.hasHooks && Date.now() < last && backgroundWork(folder)) await sleep(50);
  await copyCheckout(state.repo, folder.left(session.name));
  client.log({ kind: "end" });
  session.ended = true;
  client.save();
  console.log("\n=== The session is over. You are done.");
}

/** Tells whether a `mneme` is at work in this home: `MNEME_CHILD` is set in what mneme starts, not in this program. */
function backgroundWork(folder: PlayerFolder): boolean {
  return processWith(`MNEME_HOME=${folder.mnemeHome}`) && processWith("MNEME_CHILD=1");
}

/** Ends the work of a helper, unless a hook has it go on. */
export async function sayAsHelper(client: Client, text: string): Promise<void> {
  const helper = client.helper!;
  client.row("assistant", [{ type: "text", text }]);
  client.log({ kind: "say", text });
  const more = await client.fire("SubagentStop", {
    agent_id: helper.agentId,
    agent_type: "general-purpose",
    agent_transcript_path: helper.transcript,
    stop_hook_active: helper.continued,
    last_assistant_message: text,
    background_tasks: [],
  });
  if (more === "") {
    helper.report = text;
    console.log("Your report was handed over. You are done.");
  } else {
    helper.continued = true;
    remind(`SubagentStop hook additional context: ${more}`);
    console.log("(Go on as you find right, then `say` again.)");
  }
  client.save();
}
