import type { Paths } from "../../host/paths.ts";
import { fileIdentity, setAside } from "../../host/set_aside.ts";
import { SCHEMA_VERSION } from "../../store/schema_version.ts";
import type { StoreError } from "../../store/store_error.ts";
import { sizeOf } from "../is_there.ts";
import { plainLine } from "../plain_text.ts";
import { amount, sizeText } from "../table.ts";
import { type DatabaseState, inspectDatabase, isDamaged } from "./database_state.ts";
import { fail, type Finding, ok, type Remedy, warn } from "./finding.ts";
import { bringBack, bringInOrder } from "./home.ts";
import type { HomeProbe } from "./probe.ts";

const SCHEMA = "schema";
const INTEGRITY = "integrity";
/** Hooks checkpoint over 1 MB; this much means that nobody could for long. */
const LARGE_WAL_BYTES = 16e6;

/** Whether the database is there, sound, and of our version. */
export function checkDatabase({ paths }: HomeProbe): Finding[] {
  const state = inspectDatabase(paths.database);
  if (isDamaged(state)) return [damaged(paths, state)];
  if (state.kind === "absent") {
    return [
      fail(SCHEMA, "There is no database yet; the hooks spool", processRemedy(paths, "Made the database")),
    ];
  }
  if (state.kind === "unusable") return [unusable(state.error)];
  return [checkVersion(paths, state.version), ok(INTEGRITY, "SQLite finds the database sound")];
}

/** Whether the write-ahead log stays small. */
export function checkWal({ paths }: HomeProbe): Finding[] {
  const bytes = sizeOf(`${paths.database}-wal`);
  if (bytes <= LARGE_WAL_BYTES) return [ok("wal", `The write-ahead log has ${sizeText(bytes)}`)];
  return [warn(
    "wal",
    `The write-ahead log has ${sizeText(bytes)}, which slows every hook; some process keeps it open`,
    processRemedy(paths, "Brought the write-ahead log into the database"),
  )];
}

function checkVersion(paths: Paths, version: number): Finding {
  if (version === SCHEMA_VERSION) return ok(SCHEMA, `The database has schema ${version}, as this mneme`);
  const text = `The database has schema ${version}, this mneme has ${SCHEMA_VERSION}; the hooks only spool`;
  if (version > SCHEMA_VERSION) return fail(SCHEMA, text, { fix: "install the newer mneme" });
  return fail(SCHEMA, text, processRemedy(paths, `Brought the database to schema ${SCHEMA_VERSION}`));
}

function unusable({ fault, message }: StoreError): Finding {
  const text = `The database cannot be read: ${plainLine(message, 200)}`;
  if (fault === "busy") return warn(INTEGRITY, text, { fix: "end the program that holds it, or try again" });
  return fail(INTEGRITY, text, { fix: "make memory.db and its folder yours and readable" });
}

function damaged(paths: Paths, state: DatabaseState): Finding {
  const details = state.kind === "read"
    ? state.damage.join("; ")
    : state.kind === "unusable"
    ? state.error.message
    : "";
  return fail(INTEGRITY, `The database is damaged: ${plainLine(details, 300)}`, {
    fix: "mneme doctor --fix sets it aside and begins a new one with what can still be read of it",
    repair: () => startFresh(paths),
  });
}

/** Looks again first: another process may have begun a new one meanwhile. */
function startFresh(paths: Paths): string | undefined {
  const found = fileIdentity(paths.database);
  if (!isDamaged(inspectDatabase(paths.database))) return undefined;
  const movedTo = setAside(paths.database, found);
  const drained = bringInOrder(paths);
  const kept = movedTo === undefined ? "" : `Set the damaged database aside as ${movedTo}. `;
  const broughtBack = bringBack(paths);
  const rescued = broughtBack === undefined ? "" : `. ${broughtBack}`;
  return `${kept}Began a new database; it has ${amount(drained, "spooled event")}${rescued}`;
}

function processRemedy(paths: Paths, done: string): Remedy {
  return {
    fix: "mneme process",
    repair: () => {
      bringInOrder(paths);
      return done;
    },
  };
}
