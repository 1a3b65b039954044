import { filesBelow } from "../../_support/test_home.ts";
import type { TestPlace } from "./test_place.ts";

/** A row of a transcript; what it holds depends on its type. */
export interface TranscriptRow {
  readonly type: string;
  readonly subtype?: string;
  readonly attachment?: Attachment;
  /** In the row that sums up the hooks at the end of a turn. */
  readonly hookCount?: number;
  readonly hookErrors?: readonly unknown[];
}

interface Attachment {
  readonly type: string;
  readonly exitCode?: number;
}

/** Every row of every transcript that the client wrote in this place, those of subagents too. */
export async function readTranscripts(place: TestPlace): Promise<TranscriptRow[]> {
  const rows: TranscriptRow[] = [];
  for (const path of filesBelow(`${place.home}/.claude/projects`)) {
    if (!path.endsWith(".jsonl")) continue;
    for (const line of (await Deno.readTextFile(path)).split("\n")) {
      if (line !== "") rows.push(JSON.parse(line));
    }
  }
  return rows;
}
