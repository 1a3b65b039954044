import type { Paths } from "../host/paths.ts";
import { asStoreError } from "../store/store_error.ts";
import type { LogFunction, Prepared } from "./hook_run.ts";
import { prepareHome } from "./prepare_home.ts";

/** More would make a session wait; the rest is for `mneme process`. */
const DRAIN_LIMIT = 200;

/** Puts the data folder in order as far as that can be done now, and tells the user what was found. */
export function prepareStore(paths: Paths, log: LogFunction): Pick<Prepared, "store" | "notices"> {
  try {
    const { store, drained, setAside } = prepareHome(paths, { drainLimit: DRAIN_LIMIT, log });
    if (drained > 0) log("info", `Drained ${drained} spooled files`);
    const notices = setAside === undefined ? [] : [
      `the database was damaged and is set aside as ${setAside}; when a session ends, what can be read of it ` +
      "comes back",
    ];
    return { store, notices };
  } catch (error) {
    const fault = asStoreError(error);
    log(fault.fault === "busy" ? "debug" : "failure", `Cannot prepare the database: ${fault.message}`);
    const notices = fault.fault === "newer"
      ? ["the database is from a newer mneme; this one only spools. Install the newer one"]
      : [];
    return { store: undefined, notices };
  }
}
