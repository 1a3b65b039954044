import { findPackage } from "../../_support/npm_package.ts";
import type { AgentModel } from "./agent_model.ts";
import { type AgentRow, AGENTS, filesOf, filled, PROJECT_FILES } from "./agent_table.ts";
import type { TestPlace } from "./test_place.ts";

const LONGEST_MS = 180_000;

const PROGRAMS = new Map<string, string>();
const RUNTIMES = new Map<string, string>(); // stands before all else in a client's PATH
const FURNITURE = new Map<string, string>(); // the package of `furnished`, by client
for (const { client, spec, program, runtime, furnished } of AGENTS) {
  const found = await findPackage(spec);
  const under = runtime === undefined ? undefined : await findPackage(runtime);
  const missing = "missing" in found ? found.missing : under && "missing" in under && under.missing;
  if (missing) {
    console.error(`SKIPPED: the tests with ${spec}, for there is none to run: ${missing}`);
  } else if ("folder" in found) {
    PROGRAMS.set(client, `${found.folder}/node_modules/${program}`);
    if (under !== undefined && "folder" in under) {
      RUNTIMES.set(client, `${under.folder}/node_modules/${runtime?.replace(/@[^@]*$/, "")}/bin:`);
    }
    const furniture = furnished && await findPackage(furnished.spec);
    if (furniture && "folder" in furniture) FURNITURE.set(client, furniture.folder);
  }
}

/** A test with real clients; ignored, and said so, where one of them cannot be had. */
export function agentTest(name: string, agents: readonly AgentRow[], fn: () => Promise<void>): void {
  Deno.test({ name, ignore: agents.some(({ client }) => !PROGRAMS.has(client)), fn });
}

/** Where a client runs, and with which model. */
interface Played {
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
  for (const [path, text] of filesOf(agent, place, model.url)) {
    await Deno.mkdir(`${place.home}/${path}`.replace(/\/[^/]*$/, ""), { recursive: true });
    await Deno.writeTextFile(`${place.home}/${path}`, text);
  }
  const furniture = FURNITURE.get(agent.client);
  for (const name of furniture === undefined ? [] : ["node_modules", "package.json", "package-lock.json"]) {
    await Deno.symlink(`${furniture}/${name}`, `${place.home}/${agent.furnished!.folder}/${name}`);
  }
  const trust = agent.client === "codex" ? ["--trust"] : [];
  await mneme(agent, { place, model }, "install", "--client", agent.client, ...trust, ...options);
}

/** Runs the client to its end; throws where it fails. */
export async function run(agent: AgentRow, { prompt, ...played }: Played & { readonly prompt: string }) {
  const { code, text } = await start(agent, played, ...filled(agent.args, { PROMPT: prompt }));
  if (code !== 0) throw new Error(`${agent.client} ended with ${code}: ${text.slice(-2000)}`);
}

/** Runs `mneme` as the person who has this client would, and returns what it says; throws where it fails. */
export async function mneme(agent: AgentRow, played: Played, ...args: string[]): Promise<string> {
  const { code, text } = await output(`${played.place.dist}/mneme`, args, agent, played);
  if (code !== 0) throw new Error(`mneme ${args.join(" ")} ended with ${code}: ${text}`);
  return text;
}

/** Starts the client with these words; its status, and what it says. */
export async function start(agent: AgentRow, played: Played, ...args: readonly string[]) {
  return await output(PROGRAMS.get(agent.client)!, args, agent, played);
}

function optionsOf(agent: AgentRow, { place, model }: Played) {
  const programs = PROGRAMS.get(agent.client)!.replace(/\/[^/]*$/, "");
  const own = place.environment();
  const PATH = `${RUNTIMES.get(agent.client) ?? ""}${programs}:${own.PATH}`;
  const env = { ...own, ...filled(agent.environment, { HOME: place.home, URL: model.url }), PATH };
  return { cwd: place.project, env, clearEnv: true };
}

async function output(program: string, args: readonly string[], agent: AgentRow, played: Played) {
  const { code, stdout, stderr } = await new Deno.Command(program, {
    ...optionsOf(agent, played),
    args: [...args],
    stdin: "null",
    signal: AbortSignal.timeout(LONGEST_MS),
  }).output();
  return { code, text: new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr) };
}
