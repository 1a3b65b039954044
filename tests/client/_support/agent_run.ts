import type { AgentModel } from "./agent_model.ts";
import { findPackage } from "./agent_packages.ts";
import { type AgentRow, AGENTS, PROJECT_FILES } from "./agent_table.ts";
import type { TestPlace } from "./test_place.ts";

const LONGEST_MS = 180_000;

const PROGRAMS = new Map<string, string>();
for (const { client, spec, program } of AGENTS) {
  const found = await findPackage(spec);
  if ("folder" in found) PROGRAMS.set(client, `${found.folder}/node_modules/${program}`);
  else console.error(`SKIPPED: the tests with ${spec}, for there is none to run: ${found.missing}`);
}

/** A test with real clients; ignored, and said so, where one of them cannot be had. */
export function agentTest(name: string, agents: readonly AgentRow[], fn: () => Promise<void>): void {
  Deno.test({ name, ignore: agents.some(({ client }) => !PROGRAMS.has(client)), fn });
}

/** Where a client runs, and with which model. */
export interface Played {
  readonly place: TestPlace;
  readonly model: AgentModel;
}

/** Writes the project of the script. */
export async function prepare(place: TestPlace): Promise<void> {
  for (const [name, text] of Object.entries(PROJECT_FILES)) {
    await Deno.writeTextFile(`${place.project}/${name}`, text);
  }
}

/** Writes what a person would have set up, and installs mneme with `options`. */
export async function setUp(
  agent: AgentRow,
  place: TestPlace,
  model: AgentModel,
  ...options: string[]
): Promise<void> {
  for (const [path, text] of Object.entries(agent.files(place.project, model.url))) {
    await Deno.mkdir(`${place.home}/${path}`.replace(/\/[^/]*$/, ""), { recursive: true });
    await Deno.writeTextFile(`${place.home}/${path}`, text);
  }
  const trust = agent.client === "codex" ? ["--trust"] : [];
  await mneme(agent, { place, model }, "install", "--client", agent.client, ...trust, ...options);
}

/** Runs the client to its end; throws where it fails. */
export async function run(
  agent: AgentRow,
  { place, model, prompt }: Played & { readonly prompt: string },
): Promise<void> {
  const program = PROGRAMS.get(agent.client)!;
  const { code, text } = await start(
    program,
    agent.args(prompt),
    environmentOf(agent, { place, model }),
    place,
  );
  if (code !== 0) throw new Error(`${agent.client} ended with ${code}: ${text.slice(-2000)}`);
}

/** Runs `mneme` as the person who has this client would. */
export async function mneme(agent: AgentRow, played: Played, ...args: string[]): Promise<void> {
  const { place } = played;
  const { code, text } = await start(`${place.dist}/mneme`, args, environmentOf(agent, played), place);
  if (code !== 0) throw new Error(`mneme ${args.join(" ")} ended with ${code}: ${text}`);
}

function environmentOf(agent: AgentRow, { place, model }: Played): Record<string, string> {
  const programs = PROGRAMS.get(agent.client)!.replace(/\/[^/]*$/, "");
  const own = place.environment();
  return { ...own, ...agent.environment(place.home, model.url), PATH: `${programs}:${own.PATH}` };
}

async function start(
  program: string,
  args: readonly string[],
  env: Record<string, string>,
  place: TestPlace,
) {
  const { code, stdout, stderr } = await new Deno.Command(program, {
    args: [...args],
    cwd: place.project,
    env,
    clearEnv: true,
    stdin: "null",
    signal: AbortSignal.timeout(LONGEST_MS),
  }).output();
  return { code, text: new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr) };
}
