// Asks Codex's app server which hooks Codex trusts, and changes that: Codex skips untrusted hooks silently.
import { asObject, asObjects, asText, at, parseJson, type WireObject } from "../../base/json.ts";
import { orUndefined } from "../../base/or_undefined.ts";
import { reasonOf, UserError } from "../../base/user_error.ts";
import { VERSION } from "../../base/version.ts";
import { textOf } from "../../machine/files.ts";
import { programOnPath } from "../../machine/mneme_command.ts";
import { endTree } from "../../machine/system_program.ts";
import { warnLine } from "../frame/output.ts";
import { hasMarker } from "../registration/settings_edit.ts";
import { markerOf } from "./client_steps.ts";
import type { ClientRow } from "./client_table.ts";
import { tomlIn } from "./toml_block.ts";

type Call = (method: string, params: WireObject) => Promise<WireObject>;

const LONGEST_MS = 20_000; // for all requests to one app server

/** Returns mneme's hooks that Codex has loaded. Throws if Codex cannot be asked. */
export async function codexHooks(row: ClientRow): Promise<WireObject[]> {
  return (await withCodex(row, listedHooks)).filter(isOwn(row));
}

/** Trusts mneme's hooks, as Codex's own dialog does. Returns the number of newly trusted ones. */
export function trustCodexHooks(row: ClientRow): Promise<number> {
  return withCodex(row, async (call) => await trust(call, (await listedHooks(call)).filter(isOwn(row))));
}

/**
 * Revokes trust in mneme's hooks, calls `remove`, and trusts again the other trusted hooks, as their keys (places) have
 * changed. If Codex cannot be asked, only warns, and removes anyway.
 */
export async function withoutOwnTrust<T>(row: ClientRow, remove: () => T): Promise<T> {
  const keys = Object.keys(asObject(at(tomlIn(textOf(row.serversFile) ?? ""), "hooks", "state")) ?? {});
  if (keys.length === 0) return remove();
  const warn = () => warnLine("mneme: Cannot ask Codex: look with `/hooks` if it still trusts other hooks");
  const identityOf = (hook: WireObject) => [hook.sourcePath, hook.eventName, hook.currentHash].join();
  const before = await withCodex(row, async (call) => {
    const hooks = await listedHooks(call);
    const own = keys.filter((key) => hooks.some((hook) => hook.key === key && isOwn(row)(hook)));
    await forgetKeys(call, own, own.length === keys.length); // without other keys, the table goes, too
    return hooks.filter((hook) => isTrusted(hook) && !isOwn(row)(hook));
  }).catch(warn) ?? [];
  const removed = remove();
  if (before.length === 0) return removed;
  await withCodex(row, async (call) => {
    const now = await listedHooks(call);
    const known = new Map(before.map((hook) => [identityOf(hook), hook.enabled]));
    const others = now.filter((hook) => known.has(identityOf(hook)));
    await trust(call, others.map((hook) => ({ ...hook, enabled: known.get(identityOf(hook)) })));
    const gone = before.filter(({ key }) => !now.some((hook) => hook.key === key));
    await forgetKeys(call, gone.map(({ key }) => String(key)), false);
  }).catch(warn);
  return removed;
}

async function trust(call: Call, hooks: readonly WireObject[]): Promise<number> {
  const untrusted = hooks.filter((hook) => !isTrusted(hook));
  const value = Object.fromEntries(untrusted.map(({ key, currentHash, enabled }) => [
    key,
    { trusted_hash: currentHash, ...(enabled === false && { enabled }) }, // what is switched off stays off
  ]));
  const edits = [{ keyPath: "hooks.state", value, mergeStrategy: "upsert" }];
  if (untrusted.length > 0) await call("config/batchWrite", { edits });
  return untrusted.length;
}

async function forgetKeys(call: Call, keys: readonly string[], areAll: boolean): Promise<void> {
  const paths = areAll ? ["hooks.state"] : keys.map((key) => `hooks.state.${JSON.stringify(key)}`);
  const edits = paths.map((keyPath) => ({ keyPath, value: null, mergeStrategy: "replace" }));
  if (keys.length > 0) await call("config/batchWrite", { edits });
}

async function listedHooks(call: Call): Promise<WireObject[]> {
  const answer = await call("hooks/list", { cwds: [Deno.cwd()] });
  return asObjects(answer.data).flatMap(({ hooks }) => asObjects(hooks));
}

const isOwn = (row: ClientRow) => ({ command }: WireObject) => hasMarker(command, markerOf(row));

export function isTrusted({ trustStatus }: WireObject): boolean {
  return trustStatus === "trusted" || trustStatus === "managed";
}

/** Runs `work` with an app server: its requests and answers are JSON objects, one per line. */
async function withCodex<T>(row: ClientRow, work: (call: Call) => Promise<T>): Promise<T> {
  const program = programOnPath(row.program);
  if (program === undefined) throw cannotAsk("it is not on PATH");
  const streams = { stdin: "piped", stdout: "piped", stderr: "null" } as const;
  const detached = Deno.build.os !== "windows"; // so that all its processes can be ended
  const server = new Deno.Command(program, { args: ["app-server"], ...streams, detached });
  const child = orUndefined(() => server.spawn());
  if (child === undefined) throw cannotAsk(`${program} cannot be started`);
  const timer = setTimeout(() => endTree(child), LONGEST_MS);
  const writer = child.stdin.getWriter();
  const lines = linesIn(child.stdout);
  const write = (message: WireObject) =>
    writer.write(new TextEncoder().encode(`${JSON.stringify(message)}\n`));
  let lastId = 0;
  const call: Call = async (method, params) => {
    const id = ++lastId;
    await write({ id, method, params });
    for (;;) {
      const { value, done } = await lines.next();
      if (done) throw cannotAsk("it ended without an answer");
      const message = asObject(parseJson(value));
      if (message?.id !== id) continue;
      const complaint = asText(at(message.error, "message"));
      if (complaint !== undefined) throw cannotAsk(complaint);
      return asObject(message.result) ?? {};
    }
  };
  try {
    const clientInfo = { name: "mneme", title: "mneme", version: VERSION };
    await call("initialize", { clientInfo, capabilities: { experimentalApi: true } });
    await write({ method: "initialized" });
    return await work(call);
  } catch (error) {
    throw error instanceof UserError ? error : cannotAsk(reasonOf(error));
  } finally {
    clearTimeout(timer);
    await writer.close().catch(() => {});
    await endTree(child);
    await lines.return(undefined);
    await child.status;
  }
}

async function* linesIn(stream: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string> {
  let rest = "";
  for await (const part of stream.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + part).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
}

function cannotAsk(why: string): UserError {
  return new UserError(`Cannot ask Codex which hooks it trusts: ${why}`, {
    hint: "start `codex`, which asks whether to trust them; `/hooks` in it shows them",
  });
}
