/** Is the client in a shell: a model plays whole sessions through it, the real hooks fire, and everything is logged. */
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { DIST, PROJECT_ROOT } from "../_support/executables.ts";
import { Client } from "./client.ts";
import { PlayerFolder, WAYS } from "./player_folder.ts";
import { init, say, sayAsHelper, start } from "./session.ts";
import { score } from "./score.ts";
import { bash, describeTools, edit, helperReport, read, startHelper, tool, write } from "./tools.ts";
import { verify } from "./verify.ts";
import { showSkill } from "./ways.ts";

const USAGE = `deno task play init DIR --scenario NAME --repo CHECKOUT --way ${
  WAYS.join("|")
} [--others 300] [--dist DIR] [--path FOLDER]
deno task play brief DIR SESSION                the text that a player is started with
deno task play score DIR…                       what the plays have shown
deno task play verify NAME --repo CHECKOUT      tries the checks of a scenario with right and wrong work
deno task play in DIR COMMAND                   what DIR/play does`;

const PLAYER_USAGE = `play start SESSION        play bash 'COMMAND'         play read FILE [FROM [COUNT]]
play write FILE <<'EOF'   play edit FILE <<'EOF'      play tool NAME 'JSON'       play tools NAME
play skill NAME           play helper 'TASK'          play helped                 play say 'TEXT'
A COMMAND, JSON, TASK or TEXT may come on stdin as well. edit takes: <<<<<<< old, lines, =======, lines, >>>>>>> new`;

try {
  await main(Deno.args);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  if (Deno.env.get("PLAY_DEBUG") !== undefined) console.error(error);
  Deno.exit(1);
}

async function main([command = "", ...args]: readonly string[]): Promise<void> {
  if (command === "in") return await play(args);
  const { values, positionals: [first = "", session = ""] } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      scenario: { type: "string", default: "" },
      repo: { type: "string", default: "" },
      way: { type: "string" },
      others: { type: "string", default: "300" },
      dist: { type: "string", default: DIST },
      path: { type: "string", multiple: true, default: [] },
    },
  });
  const [repo, path] = [fromCaller(values.repo), values.path.map(fromCaller)];
  const way = WAYS.find((one) => one === values.way);
  if (command === "init" && first !== "" && way !== undefined) {
    const folder = new PlayerFolder(fromCaller(first));
    const dist = fromCaller(values.dist);
    const scenario = scenarioPath(values.scenario);
    await init(folder, { way, scenario, repo, dist, others: Number(values.others), path });
    const { scenario: { sessions } } = folder.read();
    console.log(`made ${folder.root}: sessions ${sessions.map(({ name }) => name).join(" ")}`);
  } else if (command === "brief") brief(first, session);
  else if (command === "score") await score(args.map((folder) => new PlayerFolder(fromCaller(folder))));
  else if (command === "verify") await verify(scenarioPath(first), { repo, path });
  else throw new Error(USAGE);
}

function brief(dir: string, session: string): void {
  const text = Deno.readTextFileSync(`${import.meta.dirname}/player.md`);
  console.log(text.replaceAll("FOLDER", fromCaller(dir)).replaceAll("SESSION", session));
}

async function play([dir = "", ...words]: readonly string[]): Promise<void> {
  const asHelper = words[0] === "--helper";
  const [command = "", first = "", ...rest] = asHelper ? words.slice(1) : words;
  const client = new Client(new PlayerFolder(dir), { asHelper });
  const given = async () => first === "" ? await stdin() : first;
  const acts: Readonly<Record<string, () => unknown>> = {
    bash: async () => await bash(client, await given()),
    read: () => read(client, first, ...rest.map(Number)),
    write: async () => await write(client, first, rest[0] ?? await stdin()),
    edit: async () => await edit(client, first, rest[0] ?? await stdin()),
    say: async () => await (asHelper ? sayAsHelper : say)(client, await given()),
    tool: async () => await tool(client, first, rest[0] ?? await stdin()),
    tools: () => describeTools(client, [first, ...rest]),
    ...(asHelper ? {} : {
      start: () => start(client, first),
      skill: () => showSkill(client),
      helper: async () => await startHelper(client, await given()),
      helped: () => helperReport(client),
    }),
  };
  const act = acts[command];
  if (act === undefined) throw new Error(PLAYER_USAGE);
  if (command !== "start") client.session; // throws where none is open
  await act();
}

async function stdin(): Promise<string> {
  return Deno.stdin.isTerminal() ? "" : await new Response(Deno.stdin.readable).text();
}

function scenarioPath(name: string): string {
  return name.endsWith(".yaml") ? fromCaller(name) : `${PROJECT_ROOT}/tests/played/scenarios/${name}.yaml`;
}

/** A task runs in the project's folder; who calls it may be elsewhere. */
function fromCaller(path: string): string {
  return resolve(Deno.env.get("INIT_CWD") ?? ".", path);
}
