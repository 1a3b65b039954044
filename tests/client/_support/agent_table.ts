import type { ForeignClient } from "../../../src/base/clients.ts";
import type { ScriptedCall } from "./agent_model.ts";
import type { TestPlace } from "./test_place.ts";

/**
 * A client as the tests run it: from npm, without a network, an account or a person. In its texts `$HOME`, `$PROJECT` and
 * `$URL` (the model's) stand for what `filled` puts there.
 */
export interface AgentRow {
  readonly client: ForeignClient;
  readonly spec: string;
  /** A package whose `bin` comes first in its PATH: a Node.js newer and faster than the machine's. */
  readonly runtime?: string;
  /** Below `node_modules`. */
  readonly program: string;
  /** A package that the client installs into this folder of a home that has none; ten seconds each time. */
  readonly furnished?: { readonly spec: string; readonly folder: string };
  /** With `$PROMPT`. */
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** Files below the home that a person would have set up: lines, or a JSON document. */
  readonly files: Readonly<Record<string, unknown>>;
  readonly read: ScriptedCall;
  /** With `$COMMAND`. */
  readonly shell: ScriptedCall;
  /** With `$BEFORE` and `$AFTER`. */
  readonly edit: ScriptedCall;
  /** Without its arguments, which are the memory. */
  readonly save: Omit<ScriptedCall, "args">;
  /** What its captures say of the session. */
  readonly captured: readonly string[];
  /** It ends the hooks of the last calls with itself, in a script: the history has what they were told. */
  readonly dropsLast?: true;
  /** How the session ends where the client tells it. */
  readonly status: "active" | "closed";
}

export interface SavedMemory {
  readonly title: string;
  readonly category: string;
  readonly body: string;
}

export const AGENTS: readonly AgentRow[] = JSON.parse(
  Deno.readTextFileSync(`${import.meta.dirname}/agents.json`),
);

/** The value with these words in the place of `$NAME`, in every text of it; a text that is just a name gives way whole. */
export function filled<T>(value: T, words: Readonly<Record<string, unknown>>): T {
  return JSON.parse(JSON.stringify(value), (_, part) => {
    if (typeof part !== "string") return part;
    const filledIn = part.replace(/\$([A-Z]+)/g, (whole, name) => String(words[name] ?? whole));
    return part[0] === "$" && words[part.slice(1)] || filledIn;
  });
}

/** The files that a person would have set up, by their path below the home. */
export function filesOf(
  { files }: AgentRow,
  { project }: TestPlace,
  url: string,
): [path: string, text: string][] {
  return Object.entries(filled(files, { PROJECT: project, URL: url })).map((
    [path, content],
  ) => [path, Array.isArray(content) ? content.join("\n") : JSON.stringify(content)]);
}

/** A call of the client's shell. */
export function shellCall({ shell }: AgentRow, command: string): ScriptedCall {
  return filled(shell, { COMMAND: command });
}

const [BEFORE, AFTER] = ["wrong total", "right total"];

/** The session: a read, a failing test, an edit, a passing test, a memory. */
export function sessionCalls(agent: AgentRow, { project }: TestPlace, memory: SavedMemory): ScriptedCall[] {
  const { read, edit, save } = filled(agent, { PROJECT: project, BEFORE, AFTER });
  const test = shellCall(agent, "npm test");
  return [read, test, edit, test, { ...save, args: memory }];
}

/** A project whose test fails until its file is put right. */
export const PROJECT_FILES: Readonly<Record<string, string>> = {
  "a.txt": `${BEFORE}\n`,
  "package.json": JSON.stringify({ scripts: { test: "node --test total.test.js" } }),
  "total.test.js": 'require("node:test")("total", () => {\n' +
    '  require("node:assert").match(require("node:fs").readFileSync("a.txt", "utf8"), /right/);\n});\n',
};
