import { ghapId, valueId } from "../../core/ghap/ghap_id.ts";
import { memoryId } from "../../core/memory_id.ts";
import { itemId } from "../../core/search/item_id.ts";
import type { Paths } from "../../host/paths.ts";
import { refreshGhapIndex } from "../../runner/refresh_ghap_index.ts";
import { ghapTexts, removeGhap, valuesFrom } from "../../store/ghap_removal.ts";
import type { GhapRow } from "../../store/ghap_rows.ts";
import { memoriesWith, sessionsHolding } from "../../store/rows_holding.ts";
import type { Store } from "../../store/store.ts";
import { emptyLog, warnOfLog } from "../keeping/empty_log.ts";
import { fileNoun, filesWith } from "../memory/backups.ts";
import { printJson, printLine } from "../output.ts";
import { plainText } from "../plain_text.ts";
import { openHome } from "../prepare_home.ts";
import { bringBackFirst } from "../process/bring_back_first.ts";
import { requireGhap, requireGhapId } from "./find_ghap.ts";

/** Where the words of an entry that is gone still stand, by ids; of files by their paths. */
interface Left {
  readonly values: readonly string[];
  readonly memories: readonly string[];
  readonly sessions: readonly string[];
  readonly files: readonly string[];
}

/** `mneme ghap forget`: all of these entries or, where one is unknown, none. */
export function forgetGhap(ids: readonly string[], options: { readonly json?: true }): void {
  const rows = [...new Set(ids.map(requireGhapId))];
  bringBackFirst();
  const { store, paths } = openHome();
  using _closed = store;
  const entries = rows.map((row) => requireGhap(store, row));
  const values = entries.map((entry) => valuesFrom(store, entry).map(valueId));
  removeGhap(store, rows);
  refreshGhapIndex(store, paths);
  const reports = entries.map((entry, i) => ({
    id: ghapId(entry.id),
    left: { values: values[i] ?? [], ...leftOf(store, paths, entry) },
  }));
  if (options.json) printJson(reports);
  else reports.flatMap(({ id, left }) => [`Forgot ${id}`, ...leftLines(left)]).forEach(printLine);
  if (!emptyLog(store)) warnOfLog();
}

function leftOf(store: Store, paths: Paths, entry: GhapRow): Omit<Left, "values"> {
  const texts = ghapTexts(entry);
  return {
    memories: memoriesWith(store, texts).map(memoryId),
    sessions: sessionsHolding(store, texts).map((ref) => itemId({ kind: "session", ref })),
    files: filesWith(paths, texts),
  };
}

function leftLines({ values, memories, sessions, files }: Left): string[] {
  return [
    ...line(values, ["came from it and stays", "came from it and stay"], "values forget"),
    ...line(memories, ["holds its words, too", "hold its words, too"], "memory forget"),
    ...line(sessions, ["still tells of it", "still tell of it"], "sessions forget"),
    ...files.map((file) => `  the ${fileNoun(file)} ${plainText(file)} still holds it`),
  ];
}

function line(ids: readonly string[], [one, more]: readonly [string, string], command: string): string[] {
  if (ids.length === 0) return [];
  return [`  ${ids.join(", ")} ${ids.length === 1 ? one : more}: \`mneme ${command} ${ids.join(" ")}\``];
}
