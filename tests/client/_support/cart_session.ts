import { cartScript, GO_FILE, PROMPTS } from "./cart_script.ts";
import { hookFaults } from "./hook_faults.ts";
import type { MessagesBody } from "./model_script.ts";
import { type ClientEvent, ClientRun } from "./run_client.ts";
import { ScriptedModel } from "./scripted_model.ts";
import { TestPlace } from "./test_place.ts";
import { readTranscripts } from "./transcripts.ts";

export interface SessionRow {
  readonly session_id: string;
  readonly project: string;
  readonly status: string;
  readonly end_reason: string | null;
  readonly ended_at: string | null;
  readonly prompt_count: number;
  readonly tool_count: number;
  readonly title: string | null;
}

export interface PromptRow {
  readonly session_id: string;
  readonly number: number;
  readonly text: string;
}

export interface CaptureRow {
  readonly session_id: string;
  readonly tool_use_id: string;
  readonly tool_name: string;
  readonly agent_id: string | null;
  readonly agent_type: string | null;
  readonly priority: string;
  readonly files_touched: string;
  readonly payload: string;
}

export interface EventRow {
  readonly session_id: string;
  readonly event: string;
  readonly data: string | null;
  readonly duration_ms: number;
}

/** All that is left of three sessions in one project: two in one process with `/clear` between them, and one more. */
export interface CartSessions {
  readonly project: string;
  readonly sessions: readonly SessionRow[];
  readonly prompts: readonly PromptRow[];
  readonly captures: readonly CaptureRow[];
  readonly events: readonly EventRow[];
  readonly log: string;
  readonly faults: readonly string[];
  /** What the model read in the process with two sessions, and in the one after it. */
  readonly bodies: { readonly first: readonly MessagesBody[]; readonly last: readonly MessagesBody[] };
  readonly unread: readonly string[];
  /** Everything in the data folder, as text. */
  readonly stored: string;
}

let played: Promise<CartSessions> | undefined;

/** The sessions, played once for all the tests that look at them. */
export function cartSessions(client: string): Promise<CartSessions> {
  return played ??= playSessions(client);
}

async function playSessions(client: string): Promise<CartSessions> {
  await using place = await TestPlace.create();
  await place.install("--project");
  await using firstModel = new ScriptedModel(cartScript(place.project));
  const firstOutput = await playWorkday(client, place, firstModel);
  await using lastModel = new ScriptedModel({ main: [] });
  const lastOutput = await playNextDay(client, place, lastModel);
  await place.settle();
  return {
    project: place.project,
    sessions: place.rows("select * from sessions order by started_at"),
    prompts: place.rows("select session_id, number, text from prompts order by id"),
    captures: place.rows("select * from pending_queue order by id"),
    events: place.rows("select * from event_log order by created_at, id"),
    log: await place.log(),
    faults: hookFaults([...firstOutput, ...lastOutput], await readTranscripts(place)),
    bodies: { first: firstModel.mainBodies(), last: lastModel.mainBodies() },
    unread: firstModel.unread(),
    stored: await place.storedText(),
  };
}

async function playWorkday(client: string, place: TestPlace, model: ScriptedModel): Promise<ClientEvent[]> {
  await using run = new ClientRun({ client, place, model, args: ["--mcp-config", notesServer()] });
  await run.say(PROMPTS.fix);
  await Deno.writeTextFile(`${place.project}/${GO_FILE}`, "");
  // The end of the background command begins a turn of its own.
  await run.until(({ subtype }) => subtype === "task_notification");
  await run.until(({ type }) => type === "result");
  await run.say(PROMPTS.delegate);
  await run.say("/compact");
  await run.say(PROMPTS.sumUp);
  await run.say("/clear");
  await run.say(PROMPTS.afterClear);
  await run.end();
  return run.events;
}

async function playNextDay(client: string, place: TestPlace, model: ScriptedModel): Promise<ClientEvent[]> {
  await using run = new ClientRun({ client, place, model });
  await run.say(PROMPTS.nextDay);
  await run.end();
  return run.events;
}

function notesServer(): string {
  const args = ["run", "--no-config", `${import.meta.dirname}/notes_server.ts`];
  return JSON.stringify({ mcpServers: { notes: { command: Deno.execPath(), args } } });
}
