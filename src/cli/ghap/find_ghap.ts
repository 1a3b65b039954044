import { ghapId, parseGhapId } from "../../core/ghap/ghap_id.ts";
import { UsageError, UserError } from "../../core/user_error.ts";
import { activeGhap, activeInSession, findGhap, ghapByRow, type GhapRow } from "../../store/ghap_rows.ts";
import type { Store } from "../../store/store.ts";
import type { GhapPlace } from "./ghap_home.ts";

/** The number behind an id as people write it; a `UsageError` for what is none. */
export function requireGhapId(id: string): number {
  const row = parseGhapId(id);
  if (row !== undefined) return row;
  throw new UsageError(`Cannot take ${JSON.stringify(id.slice(0, 40))} as the id of a GHAP entry`, {
    hint: "give one like g3, as list_ghap and `mneme ghap list` show it",
  });
}

/** The entry of this number; a `UserError` where there is none. */
export function requireGhap(store: Store, row: number): GhapRow {
  return ghapByRow(store, row) ?? noSuchGhap(row);
}

/** The error for a number that no entry has. */
export function noSuchGhap(row: number): never {
  throw new UserError(`Cannot find the GHAP entry ${ghapId(row)}: there is none`, {
    hint: "list_ghap or `mneme ghap list` shows what there is",
  });
}

/** The open entry of whoever calls, or the one of this id. A `UserError` says what to send where none is meant. */
export function requireOpen(place: GhapPlace, id: string | undefined): GhapRow {
  if (id === undefined) return openEntry(place) ?? noOpenEntry();
  const entry = requireGhap(place.store, requireGhapId(id));
  if (entry.status === "active") return entry;
  throw new UserError(`Cannot change ${ghapId(entry.id)}: it is ${entry.status}`, {
    hint: entry.status === "abandoned"
      ? `adopt_ghap {"id":"${ghapId(entry.id)}"} reopens it`
      : "start a new entry",
  });
}

/** The open entry of whoever calls; a `UserError` where it cannot be told which of several is meant. */
export function openEntry(place: GhapPlace): GhapRow | undefined {
  const { store, owner, isOwnerKnown, project } = place;
  if (isOwnerKnown) return activeGhap(store, owner);
  const own = activeInSession(store, owner.sessionId);
  const open = own.length > 0 ? own : findGhap(store, { project, status: "active", limit: 20 });
  if (open.length <= 1) return open[0];
  const ids = open.map((entry) => ghapId(entry.id)).join(", ");
  throw new UsageError(`Cannot tell which GHAP entry is meant: ${ids} are open`, {
    hint: "send its id as well",
  });
}

function noOpenEntry(): never {
  throw new UserError("Cannot find an open GHAP entry: none was started, or it is resolved", {
    hint: "call start_ghap first, or adopt_ghap to reopen one",
  });
}
