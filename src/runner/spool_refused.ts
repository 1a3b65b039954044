import type { Write } from "../core/writes.ts";
import { countLost } from "../host/lost.ts";
import type { Paths } from "../host/paths.ts";
import { spoolWrites } from "../host/spool.ts";
import { isUsual, type StoreError } from "../store/store_error.ts";
import type { LogFunction } from "./hook_run.ts";

/** What the database did not take, and why. */
export interface RefusedWrites {
  readonly writes: readonly Write[];
  readonly cause: StoreError;
}

/** Keeps the records in the spool, else counts their event as lost; either way with a line for the log. */
export function spoolRefused(paths: Paths, { writes, cause }: RefusedWrites, log: LogFunction): void {
  const level = isUsual(cause.fault) ? "debug" : "failure";
  try {
    spoolWrites(paths, writes);
    log(level, `Spooled, as the database is ${cause.fault}: ${cause.message}`);
  } catch (error) {
    countLost(paths);
    log("error", `Lost an event: database ${cause.fault} (${cause.message}); spool: ${error}`);
  }
}
