import type { ForeignClient } from "../base/clients.ts";
import type { WireObject } from "../base/json.ts";
import { forgetClaude } from "../machine/environment.ts";
import type { HookName } from "../base/hook_names.ts";
import {
  entriesOf,
  headText,
  infoOf,
  removeQuietly,
  sleepSync,
  tailText,
  textOf,
  writeAtomic,
} from "../machine/files.ts";
import { homeFolder, type Paths } from "../machine/paths.ts";
import { below } from "../base/slashes.ts";
import type { Dialect, Glance } from "../wire/dialect.ts";
import { DIALECTS } from "../wire/dialects.ts";
import type { Reply } from "../wire/reply.ts";

/** The longest wait for a client that writes its transcript late; each end of a turn may take as long. */
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

/** A client other than Claude Code that runs this hook, and how to answer it. */
export interface OtherClient {
  readonly name: ForeignClient;
  readonly dialect: Dialect;
  /** Returns the reply in the client's own format; `undefined` prints nothing. */
  readonly answer: (reply: Reply | undefined, place: StartPlace) => string | undefined;
}

/**
 * Translates another client's payload into Claude Code's; `payload` is absent where the event means nothing.
 * Variables of Claude Code are ignored: the client may run in Claude Code's shell.
 */
export function hear(name: ForeignClient, given: WireObject) {
  forgetClaude();
  const dialect = DIALECTS[name];
  const path = given.transcript_path === undefined ? transcriptOf(dialect, given.session_id) : undefined;
  const told = path === undefined ? given : { ...given, transcript_path: path };
  const answer: OtherClient["answer"] = (reply, place) => {
    const due = withStart(reply, dialect, place);
    return due && dialect.answer(due);
  };
  return { client: { name, dialect, answer }, payload: dialect.payload(told, GLANCE) };
}

function transcriptOf({ transcript }: Dialect, session: unknown): string | undefined {
  if (transcript === undefined || typeof session !== "string" || !/^[\w-]+$/.test(session)) return undefined;
  const { variable, folder, file } = transcript;
  const sessions = below(Deno.env.get(variable) || below(homeFolder() ?? "", folder), "sessions");
  return entriesOf(sessions).map(({ name }) => below(sessions, `${name}/${file(session)}`))
    .find((path) => infoOf(path)?.isFile === true);
}

interface StartPlace {
  readonly paths: Paths;
  readonly session: string | undefined;
  readonly hook: HookName;
}

/** A start whose first prompt does not come within a day is dropped. */
const START_MS = 86_400_000;

/** Returns the reply; where a client takes context only with a prompt, the start's text joins the first one. */
function withStart(
  reply: Reply | undefined,
  { startsWithPrompt }: Dialect,
  { paths, session, hook }: StartPlace,
): Reply | undefined {
  if (startsWithPrompt !== true || session === undefined || !/^[\w-]+$/.test(session)) return reply;
  const held = below(paths.state, `start-${session}.txt`);
  if (hook === "session-start" && reply?.context !== undefined) {
    for (const { name } of entriesOf(paths.state).filter(({ name }) => name.startsWith("start-"))) {
      const path = below(paths.state, name);
      if (Date.now() - (infoOf(path)?.mtime?.getTime() ?? 0) > START_MS) removeQuietly(path);
    }
    writeAtomic(held, reply.context.text);
    return undefined;
  }
  const start = hook === "user-prompt-submit" ? textOf(held) : undefined;
  if (start === undefined) return reply;
  removeQuietly(held);
  const text = [start, reply?.context?.text ?? ""].filter((part) => part !== "").join("\n\n");
  return { ...reply, context: { event: "UserPromptSubmit", text } };
}
