// Messages of a session, as the decoders of transcripts make them and triage and summaries read them.
import { asObject, asObjects, asTexts, at, type WireObject } from "./json.ts";

/** One message: a row of the transcript, or the last answer, which the event brings. */
export interface Message {
  /** The row's uuid, or "". */
  readonly uuid: string;
  /** The byte offset of the row in the transcript; if the event brings the conversation (OpenCode), its index. */
  readonly offset: number;
  readonly role: "user" | "assistant";
  /** Lacks injected context, wrappers and private parts. Of calls and results, it has only questions and answers. */
  readonly text: string;
  readonly toolUses: readonly ToolUse[];
  readonly toolResults: readonly ToolResult[];
  /** True for a prompt that was typed during a turn, to which it belongs. */
  readonly isQueued?: boolean;
  readonly at?: string | undefined; // the time of such a prompt, as the client wrote it
  readonly promptId?: string | undefined; // of Claude Code, with a prompt that began a turn
}

export interface ToolUse {
  readonly id: string;
  readonly name: string;
  /** The path in the call's input, as the assistant wrote it; `undefined` if the input names no file. */
  readonly file: string | undefined;
  /** The shell line of a Bash or PowerShell call; `undefined` for other tools. */
  readonly command: string | undefined;
}

export interface ToolResult {
  readonly toolUseId: string;
  readonly isError: boolean;
  /** True for an error of a call that was not executed: the user or a rule has refused it, or it is invalid. */
  readonly isRefused?: boolean;
  /** The files that a shell call changed, if the client tells them. */
  readonly changed?: readonly string[];
  /** The whole text in a row; in a `Message` only head and tail, together at most 2048 bytes. */
  readonly text: string;
}

/** The tool with which an agent lets the user choose. The choice counts as a message of the user. */
export const QUESTION_TOOL = "AskUserQuestion";

/** The first words of the stop hook's ask for memories. */
export const ASK_OPENING = "Save the following memories before stopping:";

/** The first words of the stop hook's ask for the coordinator's scratchpad. */
export const COORDINATOR_OPENING = "Coordinator scratchpad missing:";

/** Returns true for an ask of the stop hook, which is no prompt. A prompt may quote an ask, but after other words. */
export function isOwnQuestion(text: string): boolean {
  return text.startsWith(ASK_OPENING) || text.startsWith(COORDINATOR_OPENING);
}

/** Returns an edit for each hunk of the files that a shell call changed; one without texts for a file without hunks. */
export function shellEdits(response: unknown): (WireObject & { readonly file_path: string })[] {
  const { files, changedFiles } = asObject(at(response, "bashEditDiff")) ?? {};
  const shown = asObjects(files);
  const left = shown.filter(({ deleted }) => deleted !== true);
  // Leaves out deleted files. If there are some, those that are not shown may have been deleted, too.
  const paths = asTexts(left.length < shown.length ? left.map(({ filePath }) => filePath) : changedFiles);
  return paths.flatMap((file_path) => {
    const { hunks, created } = left.find(({ filePath }) => filePath === file_path) ?? {};
    const without = (sign: string, lines: unknown) =>
      asTexts(lines).flatMap((line) => line.startsWith(sign) ? [] : line.slice(1)).join("\n");
    const edits = asObjects(hunks).map(({ lines }) => (
      { file_path, created, old_string: without("+", lines), new_string: without("-", lines) }
    ));
    return edits.length > 0 ? edits : [{ file_path }];
  });
}

export const shellChanges = (from: unknown) => [...new Set(shellEdits(from).map((one) => one.file_path))];

/** Matches a mark that Claude Code sets before and after a long paste, on a line of its own. */
const PASTE_MARK = /^<\/?pasted_content id="[0-9a-f]{4}">\n?/gm;
/** Matches a long paste and its marks, of which a private part may have hidden the second. */
const PASTE = /^<pasted_content id="([0-9a-f]{4})">[^]*?(?:^<\/pasted_content id="\1">|(?![^]))/gm;

/** Returns the text without marks of pastes. Words behind a paste come first, unless a private part may hide them. */
export function withoutPasteMarks(text: string): string {
  const isBehind = /^\s*<pasted_content id="/.test(text) && !/private|-context|system-reminder/i.test(text);
  const typed = isBehind && text.replace(PASTE, "").trim();
  return (typed ? `${typed}\n\n${(text.match(PASTE) ?? []).join("\n\n")}` : text).replace(PASTE_MARK, "");
}

/** Returns what was typed beside long pastes; if that is nothing, the pastes, as the user may have written them. */
export function besidePastes(text: string): string {
  return withoutPasteMarks(text.replace(PASTE, "")).trim() || withoutPasteMarks(text).trim();
}
