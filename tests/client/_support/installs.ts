import { writePlugin } from "../../../src/build/plugin.ts";
import { clientEnvironment } from "./client_binary.ts";
import type { ClientEvent } from "./run_client.ts";
import type { ScriptedModel } from "./scripted_model.ts";
import type { TestPlace } from "./test_place.ts";
import type { TranscriptRow } from "./transcripts.ts";

/** The plugin of this place, made from its executables; the options with which the client loads it for one session. */
export async function pluginOptions(place: TestPlace): Promise<readonly string[]> {
  const out = `${place.root}/plug in`;
  await writePlugin({ dist: place.dist, out });
  return ["--plugin-dir", `${out}/mneme`];
}

/** `mneme install` as a user does it who has the client: the server and the skill are registered too. */
export async function installBeside(client: string, place: TestPlace, model: ScriptedModel): Promise<void> {
  const environment = clientEnvironment(place, model);
  const folder = client.slice(0, client.lastIndexOf("/"));
  const PATH = `${folder}:${environment.PATH}`;
  await place.run([`${place.dist}/mneme`, "install"], { ...environment, PATH });
}

/** Rows that the client writes only when a hook failed, was cut off, or stopped what was going on. */
const FAULTS = new Set([
  "hook_non_blocking_error",
  "hook_blocking_error",
  "hook_cancelled",
  "hook_error_during_execution",
  "hook_stopped_continuation",
]);

/** How the client tells a person that a hook failed, was slow, or had something to object to. */
const COMPLAINT = /hook (failed|error)|blocking error|problem|timed out|didn't answer|no usable answer/i;

/** What the client holds against a hook, one line each; empty when all went well. */
export function hookFaults(events: readonly ClientEvent[], rows: readonly TranscriptRow[]): string[] {
  return [...events.filter(isFaultEvent), ...rows.filter(isFaultRow)].map((fault) => JSON.stringify(fault));
}

/** Rows of a screen that tell a person of a hook gone wrong. */
export function complaints(rows: readonly string[]): string[] {
  return rows.filter((row) => COMPLAINT.test(row));
}

function isFaultEvent(event: ClientEvent): boolean {
  if (event.type !== "system") return false;
  if (event.subtype === "hook_response") return event.exit_code !== 0 || event.outcome !== "success";
  return /stop-hook-error|no usable answer|didn't answer in time/.test(JSON.stringify(event));
}

function isFaultRow({ attachment, hookErrors }: TranscriptRow): boolean {
  if ((hookErrors ?? []).length > 0) return true;
  if (attachment === undefined || !attachment.type.startsWith("hook_")) return false;
  return FAULTS.has(attachment.type) || (attachment.exitCode ?? 0) !== 0;
}
