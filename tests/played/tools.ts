/** The tools of the player: a shell, files, and what the MCP server of the way offers. */
import { dirname, join, resolve } from "node:path";
import { type Client, random, remind } from "./client.ts";
import { callTool, offered } from "./mcp.ts";

const SECONDS = 120;
const MOST_LINES = 2_000;

/** Runs a shell command in the repository, each one anew; stdout and stderr come as one. */
export async function bash(client: Client, command: string): Promise<void> {
  const file = await Deno.makeTempFile();
  const result = await client.call("Bash", { command, description: "Run a command" }, async () => {
    const { code } = await new Deno.Command("bash", {
      args: ["-c", `exec timeout -k 5 ${SECONDS} bash -c "$0" >"$1" 2>&1 </dev/null`, command, file],
      cwd: client.state.repo,
      clearEnv: true,
      env: client.folder.environment(client.state),
    }).output();
    const output = (await Deno.readTextFile(file)).trimEnd();
    const found = { stdout: output, stderr: "", interrupted: false, isImage: false };
    if (code === 0) return { output, failed: false, response: found };
    if (code === 1 && output === "" && /(^|\||&&|;)\s*(git )?(rg|e?grep)\b[^|;&]*$/.test(command)) {
      return { output, failed: false, response: { ...found, returnCodeInterpretation: "No matches found" } };
    }
    // Claude Code says 143 where `timeout` says 124.
    const why = code === 124 ? `Exit code 143\nCommand timed out after ${SECONDS}s` : `Exit code ${code}`;
    return { output: `${why}\n${output}`.trim(), failed: true, response: undefined };
  });
  await Deno.remove(file);
  if (command.includes(client.folder.notes)) client.log({ kind: "opened", text: result.output });
}

/** Shows a file with the numbers of its lines. */
export async function read(client: Client, name: string, from = 1, count = MOST_LINES): Promise<void> {
  const path = resolve(client.state.repo, name);
  const result = await client.call("Read", { file_path: path }, () => {
    const lines = Deno.readTextFileSync(path).split("\n");
    const shown = lines.slice(from - 1, from - 1 + count);
    const part = { numLines: shown.length, startLine: from, totalLines: lines.length };
    const file = { filePath: path, content: shown.join("\n"), ...part };
    const output = shown.map((line, index) => `${from + index}\t${line}`).join("\n");
    return { output, failed: false, response: { type: "text", file } };
  });
  if (path.startsWith(client.folder.notes)) client.log({ kind: "opened", text: result.output });
}

/** Writes a whole file. */
export async function write(client: Client, name: string, content: string): Promise<void> {
  const path = resolve(client.state.repo, name);
  await client.call("Write", { file_path: path, content }, () => {
    const originalFile = textOrNull(path);
    Deno.mkdirSync(dirname(path), { recursive: true });
    Deno.writeTextFileSync(path, content);
    const type = originalFile === null ? "create" : "update";
    const response = {
      type,
      filePath: path,
      content,
      structuredPatch: [],
      originalFile,
      userModified: false,
    };
    return { output: `File ${type}d: ${path}`, failed: false, response };
  });
}

const BLOCK = /^<{7} ?old\n([\s\S]*?)\n?^={7}\n([\s\S]*?)^>{7} ?new\s*$/m;

/** Replaces one place of a file; the client refuses a text that does not stand there once, before any hook. */
export async function edit(client: Client, name: string, block: string): Promise<void> {
  const path = resolve(client.state.repo, name);
  const [, given, added = ""] = BLOCK.exec(block) ?? [];
  const new_string = added.replace(/\n$/, "");
  if (given === undefined || given === "") {
    return client.refuse(
      "Edit",
      "Give on stdin: <<<<<<< old, the lines, =======, the new lines, >>>>>>> new",
    );
  }
  const originalFile = textOrNull(path);
  if (originalFile === null) return client.refuse("Edit", `File does not exist: ${path}`);
  // Whole lines that go take their end with them.
  const old_string = added === "" && `\n${originalFile}`.includes(`\n${given}\n`) ? `${given}\n` : given;
  const count = originalFile.split(old_string).length - 1;
  if (count !== 1) {
    return client.refuse(
      "Edit",
      `The old text stands ${count} times in ${path}; it must stand there just once`,
    );
  }
  await client.call("Edit", { file_path: path, old_string, new_string, replace_all: false }, () => {
    Deno.writeTextFileSync(path, originalFile.replace(old_string, () => new_string));
    const strings = { oldString: old_string, newString: new_string, originalFile, replaceAll: false };
    const response = { filePath: path, ...strings, structuredPatch: [], userModified: false };
    return { output: `The file ${path} has been updated.`, failed: false, response };
  });
}

/** Calls a tool of the MCP server. */
export async function tool(client: Client, name: string, text: string): Promise<void> {
  if (!client.hasHooks) return client.refuse(name, "There are no such tools.");
  let args: Readonly<Record<string, unknown>>;
  try {
    args = JSON.parse(text.trim() === "" ? "{}" : text);
  } catch {
    return client.refuse(name, "Arguments must be one JSON object, in quotes or on stdin");
  }
  const result = await client.call(`mcp__mneme__${name}`, args, async () => {
    const { text, failed, structured } = await callTool(mcpServer(client), name, args);
    const response = structured === undefined ? [{ type: "text", text }] : JSON.stringify(structured);
    return { output: text, failed, response };
  });
  client.log({ kind: "opened", tool: name, text: result.output });
}

/** Prints what a tool takes; the client offers the less usual ones by name alone. */
export async function describeTools(client: Client, names: readonly string[]): Promise<void> {
  if (!client.hasHooks) return console.log("There are no such tools.");
  const { tools } = await offered(mcpServer(client));
  const wanted = tools.filter(({ name }) => names.includes(name));
  const text = wanted.map((one) => `${one.name}: ${one.description}\n${JSON.stringify(one.inputSchema)}`)
    .join("\n\n");
  client.log({ kind: "opened", tool: "ToolSearch", text });
  console.log(text === "" ? `There are: ${tools.map(({ name }) => name).join(", ")}` : text);
}

export function mcpServer({ folder, state }: Client) {
  return { program: join(state.dist, "mneme"), env: folder.environment(state), cwd: state.repo };
}

const AGENT_INPUT = { description: "Do a part of the work", subagent_type: "general-purpose" };

/** Starts a helper agent: another player acts as it. */
export async function startHelper(client: Client, task: string): Promise<void> {
  const { session } = client;
  if (client.helper !== undefined) return client.refuse("Agent", "A helper cannot start a helper here.");
  if (session.helper !== undefined && session.helper.report === undefined) {
    return client.refuse("Agent", "A helper is at work already.");
  }
  const id = `toolu_${random(20)}`;
  const input = { ...AGENT_INPUT, prompt: task, run_in_background: false };
  client.row("assistant", [{ type: "tool_use", id, name: "Agent", input }]);
  const early = await client.fire("PreToolUse", { tool_name: "Agent", tool_input: input, tool_use_id: id });
  if (early !== "") console.log(early);
  client.log({ kind: "call", tool: "Agent", failed: false, text: task });
  const agentId = `a${random(16)}`;
  const transcript = `${session.transcript.replace(/\.jsonl$/, "")}/subagents/agent-${agentId}.jsonl`;
  session.helper = { agentId, toolUseId: id, task, transcript, continued: false, report: undefined };
  const told = await client.fire("SubagentStart", { agent_id: agentId, agent_type: "general-purpose" });
  const brief = join(client.folder.root, "helper.md");
  Deno.writeTextFileSync(brief, helperBrief(client, task, told));
  client.save();
  console.log(
    `The helper has been started. Another player acts as it, with a fresh context: if you can start an agent, give it
just this: "Read ${brief} and do what it says." If you cannot, end your answer now with the words: helper waiting
When it has answered, get its report with: ${client.folder.root}/play helped`,
  );
}

function helperBrief({ folder, state, hasHooks }: Client, task: string, told: string): string {
  const words: Readonly<Record<string, string>> = {
    REPOSITORY: state.repo,
    FOLDER: folder.root,
    TASK: task,
    TOOLS: hasHooks
      ? `\n    $P tool NAME '{"…": …}'    calls a tool of the MCP server mneme (get, search; tools NAME… tells what one takes)`
      : "",
    NOTE: told === "" ? "" : `<system-reminder>\n${told}\n</system-reminder>`,
  };
  return Deno.readTextFileSync(`${import.meta.dirname}/helper.md`)
    .replace(/REPOSITORY|FOLDER|TASK|TOOLS|NOTE/g, (name) => words[name]!);
}

/** Hands the helper's report to the agent, as the result of its call. */
export async function helperReport(client: Client): Promise<void> {
  const { helper } = client.session;
  if (helper === undefined) return console.log("There is no helper.");
  if (helper.report === undefined) return console.log("The helper is still at work.");
  const { toolUseId, task, agentId, report } = helper;
  const input = { ...AGENT_INPUT, prompt: task };
  const content = [{ type: "text", text: report }];
  const response = { status: "completed", agentId, agentType: "general-purpose", prompt: task, content };
  const result = { tool_use_id: toolUseId, type: "tool_result", content: report, is_error: false };
  client.row("user", [result], { toolUseResult: response });
  console.log(`[Subagent hand-back] ${report}`);
  client.session.helper = undefined;
  const fields = { tool_name: "Agent", tool_input: input, tool_use_id: toolUseId, tool_response: response };
  remind(await client.fire("PostToolUse", fields));
  client.save();
}

function textOrNull(path: string): string | null {
  try {
    return Deno.readTextFileSync(path);
  } catch {
    return null;
  }
}
