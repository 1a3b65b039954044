import { commitIn } from "../session/describe_command.ts";
import { oneLine } from "../session/wording.ts";
import { FORGOTTEN } from "./columns.ts";
import type { FileChange } from "./file_changes.ts";
import { sql } from "./sql.ts";
import type { Store } from "./store.ts";

const TOLD_UNITS = 200;

/** The reason of a file's change in words, and the ids of further rows whose words these are. */
interface ToldChange {
  readonly text: string;
  readonly quoted?: readonly string[];
}

/** Words the reason of a file's change; returns `undefined` where its words are gone. */
export function toldChange(store: Store, { reason }: Pick<FileChange, "reason">): ToldChange | undefined {
  const row = Number(reason.slice(1));
  const found = store.first<{ line: string; prompt: number | null; asked: string | null }>(sql`
    select o.text as line, p.id as prompt, substr(p.text, 1, 1000) as asked from observations o
    left join pending_queue q on q.id = o.capture_id
    left join prompts p on p.session_id = o.session_id and p.prompt_id = q.prompt_id
    where o.id = ${row} order by p.id limit 1`);
  const commit = commitIn(found?.line ?? "");
  if (commit !== undefined) return { text: `committed as “${commit}”` };
  const { prompt, asked } = found ?? {};
  if (!asked || asked === FORGOTTEN) return undefined;
  return { text: `asked: “${oneLine(asked, TOLD_UNITS)}”`, quoted: [`p${prompt}`] };
}
