/** The ways to remember that are played side by side: how each is filled, and what it tells at a start. */
import { join } from "node:path";
import { runProgram } from "../_support/run_program.ts";
import { PROJECT_ROOT } from "../_support/executables.ts";
import { namesIn, readOrEmpty } from "../_support/test_home.ts";
import { type Client } from "./client.ts";
import { offered } from "./mcp.ts";
import type { PlayerFolder, PlayState } from "./player_folder.ts";
import { type OtherMemory, readOthers } from "./scenario.ts";
import { mcpServer } from "./tools.ts";

/** The rule of the client for its own notes. */
const MOST_NOTES_LINES = 200;
const MOST_NOTES_CHARACTERS = 25_000;
const DAY_MS = 86_400_000;

/** Lays down the other memories, as the way would have them by now, and its settings. */
export async function fill(folder: PlayerFolder, state: PlayState): Promise<void> {
  const others = state.others === 0 ? [] : readOthers(state.scenario.memories, state.others);
  if (state.way === "notes") fillNotes(folder, others);
  if (state.way !== "mneme") return;
  Deno.mkdirSync(folder.mnemeHome, { recursive: true, mode: 0o700 });
  if (others.length === 0) return;
  const file = join(folder.inside, "others.jsonl");
  Deno.writeTextFileSync(file, others.map((one, index) => importLine(one, others.length - index)).join(""));
  await mneme(folder, state, ["memory", "import", file, "--project", state.repo]);
  await mneme(folder, state, ["process"]);
}

/** One of them each day, the last one yesterday. */
function importLine({ category, title, body, phrases }: OtherMemory, daysAgo: number): string {
  const created_at = new Date(Date.now() - daysAgo * DAY_MS).toISOString();
  return `${JSON.stringify({ category, title, body, recall_when: phrases, created_at, source: "agent" })}\n`;
}

async function mneme(folder: PlayerFolder, state: PlayState, args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await runProgram(join(state.dist, "mneme"), {
    args,
    env: folder.environment(state),
    cwd: state.repo,
    stdin: new Uint8Array(0),
    killAfterMs: 120_000,
  });
  if (code !== 0) throw new Error(`mneme ${args.join(" ")}: ${stderr}`);
  return stdout;
}

/** All that was kept beyond what was filled in: the text in which facts are looked for. */
export async function keptText(folder: PlayerFolder, state: PlayState): Promise<string> {
  if (state.way === "none") return "";
  if (state.way === "notes") {
    const filled = new Set(linesIn(join(folder.inside, "notes-filled")));
    return linesIn(folder.notes).filter((line) => !filled.has(line)).join("\n");
  }
  const filled = state.others === 0
    ? []
    : readOthers(state.scenario.memories, state.others).map(({ body }) => body);
  const memories = (await mneme(folder, state, ["memory", "export"])).split("\n")
    .filter((line) => line !== "").map((line) => JSON.parse(line))
    .filter(({ status, body }) => status === "active" && !filled.includes(body))
    .map(({ title, body }) => `${title ?? ""}: ${body}`);
  const lessons = await mneme(folder, state, ["ghap", "list", "--json"]);
  return [...memories, lessons].join("\n");
}

function linesIn(folder: string): string[] {
  return namesIn(folder).flatMap((name) => readOrEmpty(join(folder, name)).split("\n"));
}

/** An index of a line for each, and a file for each topic: as an agent keeps them that follows the rules of its client. */
function fillNotes(folder: PlayerFolder, others: readonly OtherMemory[]): void {
  const lay = (name: string, text: string) => {
    for (const place of [folder.notes, join(folder.inside, "notes-filled")]) {
      Deno.mkdirSync(place, { recursive: true });
      Deno.writeTextFileSync(join(place, name), text);
    }
  };
  if (others.length === 0) return;
  const file = (topic: string) => `${topic.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-")}.md`;
  lay("MEMORY.md", others.map(({ title, topic }) => `- ${title} (${file(topic)})\n`).join(""));
  for (const [topic, those] of Map.groupBy(others, (one) => one.topic)) {
    lay(file(topic), `# ${topic}\n\n${those.map(({ title, body }) => `- **${title}.** ${body}\n`).join("")}`);
  }
}

/** Prints what the client says of the memory before the first prompt, beside what hooks tell. */
export async function introduce(client: Client): Promise<void> {
  const { way } = client.state;
  if (way === "notes") introduceNotes(client);
  if (way === "mneme") await introduceServer(client);
}

function introduceNotes(client: Client): void {
  const { notes } = client.folder;
  const tell = (moment: string, text: string) => {
    client.log({ kind: "told", moment, text });
    console.log(text);
  };
  tell(
    "instructions",
    `You have a memory directory at ${notes}, which lasts between sessions. Its files are yours to read, write and edit. MEMORY.md
in it is loaded into your context at the start of every session (lines after ${MOST_NOTES_LINES} are cut), so keep it concise: an
index of one line for each memory, with details in topic files that it links. Update or remove what turns out wrong;
write nothing twice. As you work, save what will help later sessions: how things are done here, decisions and their
reasons, what the user prefers, solutions to problems that come again. Do not save what is only about this session or
what the code says. When the user asks you to remember something, save it at once.
`,
  );
  tell("notes", notesText(join(notes, "MEMORY.md")));
}

function notesText(path: string): string {
  const text = readOrEmpty(path).trimEnd();
  if (text === "") return "MEMORY.md is empty.\n";
  const lines = text.split("\n");
  const shown: string[] = [];
  let characters = 0;
  for (const line of lines.slice(0, MOST_NOTES_LINES)) {
    characters += line.length + 1;
    if (characters > MOST_NOTES_CHARACTERS) break;
    shown.push(line);
  }
  const warning = shown.length === lines.length
    ? ""
    : `\n\n> WARNING: MEMORY.md has ${lines.length} lines (limit: ${MOST_NOTES_LINES}). Only the first ${shown.length} lines were loaded. Move details into topic files and keep MEMORY.md a concise index.`;
  return `Contents of MEMORY.md:\n\n${shown.join("\n")}${warning}\n`;
}

async function introduceServer(client: Client): Promise<void> {
  const { instructions, tools } = await offered(mcpServer(client));
  client.log({ kind: "told", moment: "instructions", text: instructions });
  const [always, others] = [true, false].map((is) =>
    tools.filter(({ _meta }) => (_meta?.["anthropic/alwaysLoad"] === true) === is)
  );
  const described = always!.map((one) =>
    `- ${one.name}: ${one.description} Arguments: ${JSON.stringify(one.inputSchema)}`
  );
  const listed = `Tools of the server mneme (call them with: tool NAME 'JSON'):\n${described.join("\n")}
- by name alone (what they take is told by: tools NAME…): ${others!.map(({ name }) => name).join(", ")}`;
  const skill = Deno.readTextFileSync(join(PROJECT_ROOT, "src/cli/registration/skill.txt"));
  const [, name, about] = /name: (.*)\ndescription: (.*)/.exec(skill) ?? [];
  const skills = `Skills (read one with: skill NAME):\n- ${name}: ${about}`;
  client.log({ kind: "told", moment: "tools", text: `${listed}\n${skills}` });
  console.log(`The MCP server mneme says: ${instructions}\n\n${listed}\n\n${skills}\n`);
}

/** Prints the skill that `mneme install` lays down. */
export function showSkill(client: Client): void {
  if (!client.hasHooks) return console.log("There are no skills.");
  const text = Deno.readTextFileSync(join(PROJECT_ROOT, "src/cli/registration/skill.txt"));
  client.log({ kind: "opened", tool: "Skill", text });
  console.log(text);
}
