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
import type { Dialect, FileAccess } from "../wire/dialect.ts";
import { DIALECTS } from "../wire/dialects.ts";
import type { Reply } from "../wire/reply.ts";

/** A client that writes its rows late does so within this time; otherwise a turn's end is delayed by it. */
const LONGEST_WAIT_MS = 500;
const PAUSE_MS = 20;
const LAST_BYTES = 16 * 1024;

const FILES: FileAccess = {
  readStart: headText,
  readEnd: tailText,
  waitForText(path, text) {
    const end = performance.now() + LONGEST_WAIT_MS;
    while (!tailText(path, LAST_BYTES).includes(text) && performance.now() < end) sleepSync(PAUSE_MS);
  },
};

/** The client that runs this hook, where it is not Claude Code, and how it speaks. */
export interface OtherClient {
  readonly name: ForeignClient;
  readonly dialect: Dialect;
  /** Encodes the reply for the client; `undefined` where there is nothing to print. */
  readonly answer: (reply: Reply | undefined, place: StartPlace) => string | undefined;
}

/**
 * Translates another client's payload into Claude Code's; `payload` is `undefined` where nothing was said or
 * done. Forgets Claude Code's environment variables first, as the client may run in a shell of Claude Code.
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
  return { client: { name, dialect, answer }, payload: dialect.payload(told, FILES) };
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

/** The age at which a held start is deleted, as its prompt never came. */
const START_MS = 86_400_000;

/** Holds a start's context until the first prompt, for a client that takes context only with prompts. */
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
