import { Command, type Output } from "./frame/command.ts";
import { UsageError, UserError } from "../base/user_error.ts";
import { commandLog, openHome, readStore, requirePaths, thisProject } from "./frame/home.ts";
import { printJson, printLine } from "./frame/output.ts";
import { findCaller, type ToolCall } from "./items/ghap_home.ts";
import { noSuchItem, type Refused, requireItemKey, tryEach } from "./items/find_item.ts";
import { itemLines, wholeItem } from "./items/whole_item.ts";
import { itemId, parseItemId, repairRow } from "../search/search_types.ts";
import { repairByRow } from "../store/repairs.ts";
import type { Store } from "../store/store.ts";
import { noteOpened } from "../store/tellings.ts";
import { readEnvironment } from "../machine/environment.ts";
import { fixLines, fixView } from "./work_commands.ts";

export function getCommand(): Command {
  return new Command("get")
    .argument("<ids...>", "as `mneme search` shows them: m12 p9")
    .orJson("mneme get m12 p9", getItems);
}

/** Prints the items, then throws an error that names those that do not exist. */
function getItems(ids: readonly string[], { json }: Output): void {
  const { done, refused } = getEach(ids);
  if (json && done.length > 0) printJson(done.map(wholeView));
  for (const [i, one] of json ? [] : done.entries()) {
    if (i > 0) printLine("");
    ("type" in one ? itemLines(one) : fixLines(one, new Date())).forEach(printLine);
  }
  const sessionId = readEnvironment("CLAUDE_CODE_SESSION_ID"); // a person's own shell has no session
  if (sessionId !== undefined) noteOpenedBy({ sessionId }, ids, refused);
  throwRefused(refused);
}

/** Reads each of these items by itself, and repairs (`r3`). */
export function getEach(ids: readonly string[]) {
  const readOne = (store: Store, id: string) => {
    const row = repairRow(id);
    if (row === undefined) return wholeItem(store, requireItemKey(id));
    return fixView(repairByRow(store, row) ?? noSuchItem(`r${row}`, "mneme fix"));
  };
  return readStore(requirePaths(), (store) => tryEach(ids, (id) => readOne(store, id)));
}

/** Returns an item that `getEach` has read for JSON output. */
export function wholeView(one: ReturnType<typeof getEach>["done"][number]): object {
  if ("type" in one) return one;
  const { score: _, sessions: __, ...repair } = one;
  return { type: "repair", ...repair };
}

/** Records that the calling session, if known, opened these items, except the refused ones. A failure is only logged. */
export function noteOpenedBy(call: ToolCall, ids: readonly string[], refused: readonly Refused<string>[]) {
  const opened = new Set(ids).difference(new Set(refused.map(({ item }) => item)));
  if (opened.size === 0) return;
  try {
    using store = openHome().store;
    const { sessionId, agentId } = findCaller(store, thisProject(), call);
    const known = [...opened].map((id) => parseItemId(id)).filter((key) => key !== undefined).map(itemId);
    if (sessionId !== undefined) noteOpened(store, { sessionId, agentId }, known, new Date().toISOString());
  } catch (error) {
    commandLog(requirePaths())("debug", `Cannot note what was opened: ${error}`);
  }
}

export function throwRefused(refused: readonly Refused<string>[]): void {
  const [first] = refused;
  if (first === undefined) return;
  const { hint } = first.error;
  const isUsage = refused.every(({ error }) => error instanceof UsageError);
  throw new (isUsage ? UsageError : UserError)(
    refused.map(({ error }) => error.message).join("; "),
    hint === undefined ? {} : { hint },
  );
}
