// The command `mneme restore-text`: prints what agents have replaced in a file, from the captured calls.
import { parentFolder } from "../base/slashes.ts";
import { UsageError, UserError } from "../base/user_error.ts";
import { mainTreePath } from "../machine/project.ts";
import { itemId } from "../search/search_types.ts";
import { decodeCall, replacedBy } from "../session/captured_call.ts";
import { oneLine } from "../session/wording.ts";
import { capturesOfFile } from "../store/captures.ts";
import type { Store } from "../store/store.ts";
import { Command, type Flags } from "./frame/command.ts";
import { readStore, requirePaths, requireSession } from "./frame/home.ts";
import { realPath, resolvePath } from "./frame/typed_paths.ts";
import { printJson, printLine, printText, warnLine } from "./frame/output.ts";
import { alignRows, amount, localTime, plainLine, plainText, shellWord } from "./frame/plain_text.ts";

export function restoreTextCommand(): Command {
  return new Command("restore-text")
    .argument("<file>", "the changed file; it may be gone by now")
    .option("--session <id>", "only texts that this session replaced: s4")
    .option("--pick <n>", "print text n of the list; without --pick, print the list, or the only text")
    .orJson("mneme restore-text src/cart.ts --pick 1", restoreText);
}

/** Prints, and never writes the file: the user can look first, then redirect. */
function restoreText(file: string, flags: Flags<"session" | "pick">): void {
  const path = resolvePath(file);
  const { versions, pruned } = readStore(requirePaths(), (store) => versionsOf(store, path, flags.session));
  if (versions.length === 0) {
    const why = pruned > 0
      ? `what changed it (${amount(pruned, "call")}) is older than retention.raw_days, or forgotten`
      : "no captured call has replaced anything in it (if it was moved, give its former path)";
    throw new UserError(`Cannot restore text of ${plainText(path)}: ${why}`, {
      hint: "`mneme search` with its name finds what is known of it",
    });
  }
  const chosen = versions.filter(({ number }) => flags.pick === undefined || `${number}` === flags.pick);
  const [only, other] = chosen;
  if (only === undefined) {
    const what = plainText(`${flags.pick} of ${path}`);
    const words = [file, ...flags.session === undefined ? [] : ["--session", flags.session]];
    throw new UsageError(`Cannot print text ${what}: the list has ${amount(versions.length, "text")}`, {
      hint: `\`mneme restore-text ${words.map(shellWord).join(" ")}\` prints it`,
    });
  }
  if (flags.json) return printJson(chosen.map(({ isCut, line: _, ...one }) => ({ ...one, is_cut: isCut })));
  if (other === undefined) return printVersion(only);
  const rows = versions.map(({ number, session, at, kind, text, line, redacted, isCut }) => {
    const lacks = `${redacted > 0 ? ", redacted" : ""}${isCut ? ", cut" : ""}`;
    const size = amount(text.split(/\n(?!$)/).length, "line") + lacks;
    const what = kind === "file" ? "whole file" : "part";
    return [String(number), localTime(at), session, what, size, plainLine(oneLine(line, 80), 80)];
  });
  alignRows(rows, [0]).forEach(printLine);
  warnLine("To print one, add --pick N, as in --pick 1 for the newest");
}

function versionsOf(store: Store, path: string, session: string | undefined) {
  const sessionId = session === undefined ? undefined : requireSession(store, session).session_id;
  const folder = parentFolder(path); // still leads to the place of a deleted file
  const given = [path, realPath(path), realPath(folder) + path.slice(folder.length)];
  const paths = [...new Set(given.flatMap((one) => [one, mainTreePath(one)]))];
  const captures = paths.flatMap((one) => capturesOfFile(store, one, sessionId))
    .sort((a, b) => b.createdAt.localeCompare(a.createdAt));
  const calls = captures.map((capture) => ({ capture, call: decodeCall(capture) }));
  const versions = calls.flatMap(({ capture: { session: ref, createdAt: at }, call }) =>
    replacedBy(call, paths).map((text) => ({ ...text, at, session: itemId({ kind: "session", ref }) }))
  );
  return {
    versions: versions.map((version, i) => ({ ...version, number: i + 1 })),
    pruned: calls.filter(({ call }) => Object.keys(call.input).length === 0).length,
  };
}

/** Prints the text unchanged, except for control codes on a terminal, which would obey them. */
function printVersion(version: ReturnType<typeof versionsOf>["versions"][number]): void {
  printText(Deno.stdout.isTerminal() ? plainText(version.text) : version.text);
  if (version.redacted > 0) {
    const places = amount(version.redacted, "place");
    warnLine(`Secrets in ${places} were never kept and cannot be restored: [redacted:…] stands there`);
  }
  if (version.isCut) {
    warnLine("The text was too long (capture.max_field_bytes): [mneme cut …] stands for its middle");
  }
}
