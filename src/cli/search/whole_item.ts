import { decodeEvidence } from "../../core/memory_evidence.ts";
import { itemId, type ItemKey } from "../../core/search/item_id.ts";
import type { ItemKind } from "../../core/search/search_types.ts";
import { ghapByRow } from "../../store/ghap_rows.ts";
import { memoryByRow } from "../../store/memories.ts";
import { valueByRow } from "../../store/project_values.ts";
import { sessionPrompts } from "../../store/session_details.ts";
import { sessionsCalled } from "../../store/session_views.ts";
import type { Store } from "../../store/store.ts";
import {
  codeByRow,
  observationByRow,
  promptByRow,
  scratchpadByRow,
  sessionNumbers,
} from "../../store/whole_rows.ts";
import { ghapView } from "../ghap/view.ts";
import { memoryDetails } from "../memory/show.ts";
import { valueView } from "../values/view.ts";
import { noSuchItem, requireItem } from "./find_item.ts";

/** All of one item, with what it stands on; after id and type, the columns of its kind. */
export type WholeItem = { readonly id: string; readonly type: ItemKind } & Readonly<Record<string, unknown>>;

/** The item of this id; a `UserError` where there is none, or none any more. */
export function wholeItem(store: Store, key: ItemKey): WholeItem {
  const { project, sessionId } = requireItem(store, key);
  const own = READERS[key.kind](store, key.ref);
  if (own === undefined) return noSuchItem(key);
  return { ...own, id: itemId(key), type: key.kind, project, session: sessionOf(store, sessionId) };
}

function sessionOf(store: Store, sessionId: string | null): string | null {
  const number = sessionId === null ? undefined : sessionNumbers(store, [sessionId]).get(sessionId);
  return number === undefined ? null : itemId({ kind: "session", ref: number });
}

type Reader = (store: Store, ref: number) => Readonly<Record<string, unknown>> | undefined;

const READERS: Readonly<Record<ItemKind, Reader>> = {
  memory(store, ref) {
    const row = memoryByRow(store, ref);
    if (row === undefined) return undefined;
    return {
      ...memoryDetails(store, row),
      evidence: row.evidence === null ? null : decodeEvidence(row.evidence),
    };
  },
  ghap(store, ref) {
    const row = ghapByRow(store, ref);
    return row === undefined ? undefined : { ...ghapView(row) };
  },
  value(store, ref) {
    const row = valueByRow(store, ref);
    return row === undefined ? undefined : { ...valueView(row) };
  },
  prompt: (store, ref) => copied(promptByRow(store, ref)),
  session(store, ref) {
    const id = itemId({ kind: "session", ref });
    const [row] = sessionsCalled(store, id, 1);
    if (row === undefined || row.id !== id) return undefined;
    const last = sessionPrompts(store, row.session_id).slice(-MOST_PROMPTS);
    const prompts = last.map(({ id, text, created_at }) => ({
      id,
      text: text.slice(0, PROMPT_UNITS),
      created_at,
    }));
    return { ...row, prompts };
  },
  observation: (store, ref) => copied(observationByRow(store, ref)),
  code: (store, ref) => copied(codeByRow(store, ref)),
  scratchpad: (store, ref) => copied(scratchpadByRow(store, ref)),
};

/** Of a long session the last prompts; `mneme sessions show` has all. */
const MOST_PROMPTS = 50;
const PROMPT_UNITS = 300;

function copied(row: object | undefined): Readonly<Record<string, unknown>> | undefined {
  return row === undefined ? undefined : { ...row };
}
