import { hookFaults } from "./installs.ts";
import { type ClientEvent, ClientRun } from "./run_client.ts";
import {
  bash,
  calling,
  type MessagesBody,
  type ModelScript,
  ScriptedModel,
  type ToolCall,
} from "./scripted_model.ts";
import { TestPlace } from "./test_place.ts";
import { readTranscripts } from "./transcripts.ts";

/** What the user says, in the order of the sessions; the first prompt gives its session the title. */
export const PROMPTS = {
  fix: "Fix the rounding in src/cart.py.",
  delegate: "Now ask a helper about the tax.",
  sumUp: "Sum it up. <private>The pin is 4711.</private>",
  afterClear: "Begin something new.",
  nextDay: "What was done before?",
} as const;

/** Of the shape of a token, and nobody's. */
export const SECRET = "ghp_16C7e42F292c6912E7710c838347Ae178B4a";

/** The background command waits for this file, so that its end falls between two turns. */
const GO_FILE = "go-ahead";

/** A working session: commands that succeed and fail, files, a helper, another program's tool. */
function cartScript(project: string): ModelScript {
  const cart = `${project}/src/cart.py`;
  return {
    main: [
      {
        to: "Fix the rounding",
        answers: [
          calling("Looking.", bash("toolu_echo", "echo hello")),
          calling("Testing.", bash("toolu_fails", "echo broken >&2; exit 3")),
          calling("Again.", bash("toolu_piped", "sh -c 'echo 1 failed, 2 passed; exit 1' | tail -1")),
          calling("Reading.", { id: "toolu_read", name: "Read", input: { file_path: cart } }),
          calling("Editing.", edit("toolu_edit", cart)),
          calling(
            "Two at once.",
            {
              id: "toolu_write",
              name: "Write",
              input: { file_path: `${project}/src/tax.py`, content: "RATE = 20\n" },
            },
            bash("toolu_beside", "mkdir -p build"),
          ),
          calling("Waiting for the suite.", {
            id: "toolu_background",
            name: "Bash",
            input: {
              command: `while [ ! -e ${GO_FILE} ]; do sleep 0.05; done; exit 4`,
              description: "Run the suite",
              run_in_background: true,
            },
          }),
          { text: "The suite is running." },
        ],
      },
      {
        to: "ask a helper",
        answers: [
          calling("Delegating.", {
            id: "toolu_agent",
            name: "Agent",
            input: {
              description: "Look at the tax",
              prompt: "LOOK at src/tax.py",
              subagent_type: "general-purpose",
              run_in_background: false,
            },
          }),
          calling("Recalling.", { id: "toolu_notes", name: "mcp__notes__recall", input: { topic: "money" } }),
          { text: "The tax is a whole number." },
        ],
      },
      {
        to: "Sum it up",
        answers: [
          calling("Going in.", bash("toolu_cd", "cd src")),
          calling("Publishing.", bash("toolu_secret", `GITHUB_TOKEN=${SECRET} true`)),
          { text: "Rounded, and the tax is a whole number." },
        ],
      },
    ],
    helpers: [{
      to: "LOOK at",
      answers: [
        calling("Reading.", bash("toolu_helper", "cat src/tax.py")),
        calling("Checking.", bash("toolu_helper_fails", "exit 5")),
        { text: "The rate is 20." },
      ],
    }],
  };
}

function edit(id: string, file: string): ToolCall {
  const input = { file_path: file, old_string: "sum(xs)", new_string: "round(sum(xs), 2)" };
  return { id, name: "Edit", input };
}

interface SessionRow {
  readonly session_id: string;
  readonly project: string;
  readonly status: string;
  readonly end_reason: string | null;
  readonly ended_at: string | null;
  readonly prompt_count: number;
  readonly tool_count: number;
  readonly title: string | null;
}

interface PromptRow {
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

interface EventRow {
  readonly session_id: string;
  readonly event: string;
  readonly data: string | null;
  readonly duration_ms: number;
}

/** All that is left of three sessions in one project: two in one process with `/clear` between them, and one more. */
interface CartSessions {
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
    log: place.log(),
    faults: hookFaults([...firstOutput, ...lastOutput], await readTranscripts(place)),
    bodies: { first: firstModel.mainBodies(), last: lastModel.mainBodies() },
    unread: firstModel.unread(),
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
