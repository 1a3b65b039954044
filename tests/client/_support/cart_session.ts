import { filled } from "./agent_table.ts";
/** A working session: commands that succeed and fail, files, a helper, another program's tool. */
import script from "./cart_session.json" with { type: "json" };
import { hookFaults } from "./installs.ts";
import { type ClientEvent, ClientRun } from "./run_client.ts";
import { type ModelScript, ScriptedModel } from "./scripted_model.ts";
import { TestPlace } from "./test_place.ts";
import { readTranscripts } from "./transcripts.ts";

/** What the user says, in the order of the sessions; the first prompt gives its session the title. */
const PROMPTS = {
  fix: "Fix the rounding in src/cart.py.",
  delegate: "Now ask a helper about the tax.",
  sumUp: "Sum it up. <private>The word is wombat4711.</private>",
  afterClear: "Begin something new.",
  nextDay: "What was done before?",
} as const;

/** Of the shape of a token, and nobody's. */
export const SECRET = "ghp_16C7e42F292c6912E7710c838347Ae178B4a";

/** The background command waits for this file, so that its end falls between two turns. */
const GO_FILE = "go-ahead";

export type Row = Readonly<Record<string, unknown>>;
type Texts<Name extends string> = Readonly<Record<Name, string>>;
export type CaptureRow = Texts<"session_id" | "tool_use_id" | "files_touched" | "payload"> & Row;
type EventRow = Texts<"session_id" | "event"> & {
  readonly data: string | null;
  readonly duration_ms: number;
};

let played: ReturnType<typeof playSessions> | undefined;

/** The sessions, played once for all the tests that look at them. */
export function cartSessions(client: string) {
  return played ??= playSessions(client);
}

/** All that is left of three sessions in one project: two in one process with `/clear` between them, and one more. */
async function playSessions(client: string) {
  await using place = await TestPlace.create();
  await place.install("--project");
  await using firstModel = new ScriptedModel(filled<ModelScript>(script, { PROJECT: place.project, SECRET }));
  const firstOutput = await playWorkday(client, place, firstModel);
  await using lastModel = new ScriptedModel({ main: [] });
  const lastOutput = await playNextDay(client, place, lastModel);
  await place.settle();
  return {
    project: place.project,
    sessions: place.rows<Row>("select * from sessions order by started_at"),
    prompts: place.rows<Row>("select session_id, number, text from prompts order by id"),
    captures: place.rows<CaptureRow>("select * from pending_queue order by id"),
    events: place.rows<EventRow>("select * from event_log order by created_at, id"),
    log: place.log(),
    faults: hookFaults([...firstOutput, ...lastOutput], await readTranscripts(place)),
    /** What the model read in the process with two sessions, and in the one after it. */
    bodies: { first: firstModel.mainBodies(), last: lastModel.mainBodies() },
    unread: firstModel.unread(),
    /** Everything in the data folder, as text. */
    stored: place.storedText(),
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
