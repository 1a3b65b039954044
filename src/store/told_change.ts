import { commitIn } from "../session/describe_command.ts";
import { oneLine, quoteCode } from "../session/wording.ts";
import { FORGOTTEN } from "./columns.ts";
import type { FileChange } from "./file_changes.ts";
import { sql } from "./sql.ts";
import type { Store } from "./store.ts";

const TOLD_UNITS = 200;

/** Words the reason of a file's change; returns `undefined` where its words are gone. */
export function toldChange(store: Store, { reason }: Pick<FileChange, "reason">): string | undefined {
  const row = Number(reason.slice(1));
  return reason.startsWith("r") ? repaired(store, row) : askedFor(store, row);
}

function repaired(store: Store, row: number): string | undefined {
  const found = store.first<{ command: string; error: string }>(sql`
    select command, error from repairs where id = ${row} and error <> ${FORGOTTEN}`);
  if (found === undefined) return undefined;
  const [error = ""] = found.error.split("\n");
  return `until ${quoteCode(found.command, 120)} passed again${
    error === "" ? "" : `, which had said ${quoteCode(error, TOLD_UNITS)}`
  }`;
}

function askedFor(store: Store, row: number): string | undefined {
  const found = store.first<{ line: string; asked: string | null }>(sql`
    select o.text as line, (select substr(text, 1, 1000) from prompts p where p.session_id = o.session_id
    and p.prompt_id = q.prompt_id limit 1) as asked from observations o
    left join pending_queue q on q.id = o.capture_id where o.id = ${row}`);
  const commit = commitIn(found?.line ?? "");
  if (commit !== undefined) return `committed as “${commit}”`;
  const asked = found?.asked ?? FORGOTTEN;
  return asked === FORGOTTEN ? undefined : `asked: “${oneLine(asked, TOLD_UNITS)}”`;
}
