// Reads ids, elements, what the user typed in a prompt, and the fields that all events share.
import { asText, type WireObject } from "../base/json.ts";

// deno-lint-ignore no-control-regex
const ID = /^[^\0-\x1f\x7f]{1,200}$/;

/** Returns an id if it is one line of at most 200 UTF-16 units: it becomes a key and a log field. */
export const asId = (value: unknown) => typeof value === "string" && ID.test(value) ? value : undefined;

/** Returns a tool's name. In Zed, older Claude Code has its usual tools from Zed's adapter, an MCP server. */
export const asToolName = (name: unknown) => asId(name)?.replace(/^mcp__acp__(?=[A-Z])/, "") ?? "unknown";

/** Returns the text of the first `<name>…</name>`; `undefined` if that is absent, blank or too long. */
export function elementText(text: string, name: string, maxUnits: number = Infinity): string | undefined {
  const open = text.indexOf(`<${name}>`);
  if (open < 0) return undefined;
  const start = open + name.length + 2;
  const end = text.indexOf(`</${name}>`, start);
  return end < 0 || end - start > maxUnits ? undefined : text.slice(start, end).trim() || undefined;
}

/** Matches elements with which Claude Code's extensions for editors begin a prompt: the open file, the selection. */
const EDITOR_ELEMENTS = /^\s*(?:<(ide_\w{1,40})>[^]*?<\/\1>\s*)+/;
/** Matches Codex's context from an editor, from `# Context from my IDE setup:` to the heading of the request. */
const CODEX_CONTEXT = /^\s*(?:##? [^\n]{1,80}:[^\S\n]*\n[^]*?\n)?## My request for Codex:\s*/;
/** Matches a command of spec-kit and its kin: in a fence, what the user typed after the command; then the template. */
const COMMAND_FRAME =
  /^\s*(?:# [^\n]*\n\s*)?## User Input\s+```\w*\n(?!\$ARGUMENTS\n)([^]*?)(?<=\n)```\s+You \*\*MUST\*\* consider [^\n]*\s*([^]*)/;
/** Matches what OpenCode puts before the typed words if the user runs a skill: the skill's text and its folder. */
const SKILL_RUN =
  /^(?:[^]*?\n)?Base directory for this skill: (?:[^\n]*[\\/])?([^\n\\/]+)\nRelative paths in this skill \([^\n)]*\) are relative to this base directory\.\s*/;
/** Matches the files that Gemini CLI, Qwen Code, or an editor such as Zed puts behind a prompt. */
const FILES =
  /^(?:--- Content from referenced \w+ ---\s+(?:Content from \S|--- End of )|<context ref="\w+:\/\/[^"\n]*">\n)[^]*/m;

/** Matches the beginning of a prompt that lists files, none of them a picture. */
const FILES_BEFORE = /^\s*# Files mentioned (?![^]*\.(?:png|jpe?g|gif|webp|heic|bmp|svg)\b)/i;

/** Removes what clients and editors add to a prompt, except marks of pastes. A context alone belongs to a picture. */
export function asTyped(prompt: string): string {
  const own = prompt.replace(SKILL_RUN, "/$1 ").replace(EDITOR_ELEMENTS, "");
  return (own.replace(CODEX_CONTEXT, "") || (FILES_BEFORE.test(own) ? own : own && PICTURE))
    .replace(COMMAND_FRAME, (_, typed: string, template: string) => typed.trim() || template)
    .replace(FILES, "").trimEnd();
}

/** The text of a prompt that is a picture alone, as Claude Code writes it; other clients give it none. */
export const PICTURE = "[Image #1]";

/** mneme sets this `entrypoint` in the payloads of another client, if a script started that client. */
export const SCRIPT_ENTRYPOINT = "sdk-cli";

/** Returns true if no person started the client: for the entrypoint of `claude -p`, an SDK or a GitHub action. */
export const isScript = (entry: unknown) => /^(?:sdk-|claude-code-github-action$)/.test(asText(entry) ?? "");

export type CommonFields = Readonly<ReturnType<typeof decodeCommon>>;

export function decodeCommon(payload: WireObject) {
  return {
    sessionId: asId(payload.session_id),
    cwd: asText(payload.cwd),
    transcriptPath: asText(payload.transcript_path),
    promptId: asId(payload.prompt_id),
    agentId: asId(payload.agent_id),
    agentType: asId(payload.agent_type),
    /** True if a script started the client. Claude Code says this in the environment instead. */
    isScript: isScript(payload.entrypoint),
    /** True in plan mode, in which no agent may write a file. */
    isPlanning: payload.permission_mode === "plan",
  };
}
