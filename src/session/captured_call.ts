// Decodes stored tool calls, for observations (lines that say what was done), repairs, summaries and `restore-text`.
import { shellEdits } from "../base/conversation.ts";
import { CUT_MARK } from "../base/cut.ts";
import { asObject, asObjects, asTexts, parseJson, type WireObject } from "../base/json.ts";
import { isShellTool } from "../shell/tools.ts";

export type CapturedCall = Readonly<ReturnType<typeof decodeCall>>;

/** An observation. Its weight, from 0.5 to 3, tells how much it says: a commit or a failed test run has 3. */
export type Observation = Readonly<{ text: string; weight: number }>;

export interface CapturedRow {
  readonly toolName: string;
  /** A list of paths, as JSON. */
  readonly files: string;
  readonly outcome: string | null;
  /** The input and the response, as JSON; the text may have been cut or cleared. */
  readonly payload: string;
}

/** Never throws: parts that cannot be decoded are empty. */
export function decodeCall({ toolName, files, outcome, payload }: CapturedRow) {
  const fields = asFields(parseJson(payload));
  const touched = asTexts(parseJson(files));
  const input = asFields(fields.tool_input);
  const edits = touched.length > 0 ? [...shellEdits(fields.tool_response), ...asObjects(input.edits)] : [];
  // `touched` has the path stored for each of `named`, in the same order: for a file of a worktree, that in the main tree.
  const named = [...new Set(edits.flatMap((one) => [one.file_path, one.moved_from ?? one.file_path]))];
  const stored = (path: unknown) => path && (touched[named.indexOf(path)] ?? path);
  const placed = edits.map((one) => (
    { ...one, file_path: stored(one.file_path), moved_from: stored(one.moved_from) }
  ));
  return {
    toolName,
    input: { ...input, ...(edits.length > 0 && { edits: placed }) } as WireObject,
    response: fields.tool_response,
    error: typeof fields.error === "string" ? fields.error : undefined,
    isInterrupt: fields.is_interrupt === true,
    outcome,
    details: asFields(fields.outcome),
    files: touched,
    project: filledText(fields.project_dir) ?? "",
  };
}

/** Returns a `Write` or `Edit` for each file that a shell call or a patch of several files changed; others unchanged. */
export function callsByFile(call: CapturedCall): CapturedCall[] {
  const ofFiles = Map.groupBy(asObjects(call.input.edits), ({ file_path }) => filledText(file_path) ?? "");
  if (ofFiles.size < 2 && !isShellTool(call.toolName)) return [call];
  return [...ofFiles].map(([file, edits]) => {
    const [{ created, new_string: content }] = edits as [WireObject];
    const [toolName, input] = created === true ? ["Write", { content }] : ["Edit", { edits }];
    return { ...call, toolName, input, files: [file] };
  });
}

export const asFields = (value: unknown) => asObject(value) ?? {};

/** Returns the value if it is a text that is not blank, else `undefined`. */
export const filledText = (value: unknown) =>
  typeof value === "string" && value.trim() !== "" ? value : undefined;

/**
 * Returns the texts of one file that a call removed or overwrote, for `mneme restore-text`; nothing for a call that
 * failed or made a new file. A patch may change several files: only its edits of one of the `paths` count.
 */
export function replacedBy(call: CapturedCall, paths: readonly string[]) {
  const { input, response, error } = call;
  if (error !== undefined) return [];
  const fields = asFields(response);
  const whole = filledText(fields.originalFile ?? fields.originalFileContents ?? fields.original_file);
  const edits = asObjects(input.edits).filter(({ file_path: path, moved_from: former }) =>
    !path || paths.includes(String(path)) || paths.includes(String(former))
  );
  const changes = [input, ...edits].map((edit) => [edit.old_string, edit.new_string]);
  // The whole file comes last: the first text gives the line, and should be what an edit removed.
  changes.push([fields.old_source, input.new_source], [whole, input.content]);
  const texts = changes.flatMap(([old, now]) => {
    const [before, after] = [filledText(old) ?? "", (filledText(now) ?? "").split("\n")];
    const [line = before] = before.split("\n").filter((one) => one.trim() !== "" && !after.includes(one));
    return before === "" ? [] : [{ text: whole ?? before, line }];
  });
  return texts.slice(0, whole === undefined ? texts.length : 1).map(({ text, line }) => ({
    /** "file": the text is the whole file before the call. "part": it is what an edit replaced. */
    kind: whole === undefined ? "part" as const : "file" as const,
    text,
    /** The first line that the call removed or changed; all that was replaced if the call only added lines. */
    line,
    redacted: text.match(/\[redacted:[\w-]+\]/g)?.length ?? 0, // the number of secrets that were replaced
    /** True if the text was too long, so that its middle was not stored. */
    isCut: text.includes(CUT_MARK),
  }));
}
