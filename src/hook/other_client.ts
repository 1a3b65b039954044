// Translates events and replies of the clients other than Claude Code; keeps a start's text for their first prompt.
import type { ForeignClient } from "../base/clients.ts";
import type { WireObject } from "../base/json.ts";
import { forgetClaude, readEnvironment } from "../machine/environment.ts";
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

/** The longest wait for a row that a client writes after its event; short, as the client waits for the hook. */
const LONGEST_WAIT_MS = 500;
const POLL_MS = 20; // the pause between two looks at the file
const PLAIN_ID = /^[\w-]+$/; // matches a session's id that may be a part of a file's name

const FILES: FileAccess = {
  readStart: headText,
  readEnd(path, bytes, awaited = "") {
    const end = performance.now() + LONGEST_WAIT_MS;
    for (;;) {
      const text = tailText(path, bytes);
      if (text.includes(awaited) || performance.now() >= end) return text;
      sleepSync(POLL_MS);
    }
  },
};

export type OtherClient = Readonly<ReturnType<typeof translateEvent>["client"]>;

/** Translates an event. Forgets Claude Code's variables first, as Claude Code may have started the client. */
export function translateEvent(name: ForeignClient, given: WireObject) {
  forgetClaude();
  const dialect = DIALECTS[name];
  const path = given.transcript_path === undefined ? transcriptOf(dialect, given.session_id) : undefined;
  const located = path === undefined ? given : { ...given, transcript_path: path };
  const answer = (reply: Reply | undefined, event: RepliedEvent) => {
    const due = withStart(reply, dialect, event);
    return due && dialect.answer(due);
  };
  return { client: { name, dialect, answer }, payload: dialect.payload(located, FILES) };
}

/** Finds a session's transcript for a client whose payloads do not name it. */
function transcriptOf({ transcript }: Dialect, session: unknown): string | undefined {
  if (transcript === undefined || typeof session !== "string" || !PLAIN_ID.test(session)) return undefined;
  const { variable, folder, file } = transcript;
  const sessions = below(readEnvironment(variable) ?? below(homeFolder() ?? "", folder), "sessions");
  return entriesOf(sessions).map(({ name }) => below(sessions, `${name}/${file(session)}`))
    .find((path) => infoOf(path)?.isFile === true);
}

type RepliedEvent = Readonly<{ paths: Paths; session: string | undefined; hook: HookName }>;

/** The age at which a waiting context is removed, as its session has had no prompt. */
const MAX_START_MS = 86_400_000;

/** Removes the contexts that were stored for a first prompt before a moment (ms since the epoch). */
export function removeStarts({ state }: Paths, before = Infinity): void {
  for (const { name } of entriesOf(state).filter(({ name }) => name.startsWith("start-"))) {
    const path = below(state, name);
    if ((infoOf(path)?.mtime?.getTime() ?? 0) < before) removeQuietly(path);
  }
}

/** Keeps a session start's context and adds it to the first prompt, if the client accepts none before. */
function withStart(
  reply: Reply | undefined,
  { startsWithPrompt }: Dialect,
  { paths, session, hook }: RepliedEvent,
): Reply | undefined {
  if (startsWithPrompt !== true || session === undefined || !PLAIN_ID.test(session)) return reply;
  const file = below(paths.state, `start-${session}.txt`);
  if (hook === "session-start" && reply?.context !== undefined) {
    removeStarts(paths, Date.now() - MAX_START_MS);
    const [waiting, { text }] = [textOf(file) ?? "", reply.context];
    if (text.split("\n").every((line) => waiting.split("\n").includes(line))) return undefined;
    // The waiting text is kept, as a resume repeats the rules but not the titles.
    writeAtomic(file, [waiting, text].filter((part) => part !== "").join("\n\n"));
    return undefined;
  }
  const start = hook === "user-prompt-submit" ? textOf(file) : undefined;
  if (start === undefined) return reply;
  removeQuietly(file);
  const text = [start, reply?.context?.text ?? ""].filter((part) => part !== "").join("\n\n");
  return { ...reply, context: { event: "UserPromptSubmit", text } };
}
