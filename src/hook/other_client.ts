import type { ForeignClient } from "../base/clients.ts";
import type { WireObject } from "../base/json.ts";
import { forgetClaude } from "../machine/environment.ts";
import { headText, sleepSync, tailText } from "../machine/files.ts";
import type { Dialect, Glance } from "../wire/dialect.ts";
import { DIALECTS } from "../wire/dialects.ts";

/** A client that writes its rows late does so within this time; for one that does not, a turn's end is this much later. */
const LONGEST_WAIT_MS = 500;
const PAUSE_MS = 20;
const LAST_BYTES = 16 * 1024;

const GLANCE: Glance = {
  head: headText,
  tail: tailText,
  until(path, words) {
    const end = performance.now() + LONGEST_WAIT_MS;
    while (!tailText(path, LAST_BYTES).includes(words) && performance.now() < end) sleepSync(PAUSE_MS);
  },
};

/** The client that runs this hook, where it is not Claude Code, and how it speaks. */
export interface OtherClient {
  readonly name: ForeignClient;
  readonly dialect: Dialect;
}

/**
 * Turns what another client says into the words of Claude Code; no payload where nothing was said or done. Whatever the
 * environment says of Claude Code, in whose shell it may run, is not said of it.
 */
export function hear(name: ForeignClient, given: WireObject) {
  forgetClaude();
  const dialect = DIALECTS[name];
  return { client: { name, dialect }, payload: dialect.payload(given, GLANCE) };
}
