import { localDay } from "../../../src/base/time.ts";
import { ENTRY, RESOLUTION } from "../../_support/ghap_entry.ts";
import { installBeside, pluginOptions } from "./installs.ts";
import { ClientRun } from "./run_client.ts";
import {
  type Answer,
  calling,
  type MessagesBody,
  messageText,
  type ModelScript,
  ScriptedModel,
  type ToolCall,
} from "./scripted_model.ts";
import { TestPlace } from "./test_place.ts";
import { readTranscripts } from "./transcripts.ts";

/** What the user says, in the order of the two sessions. */
const PROMPTS = {
  fix: "Make the total right; how do we install packages here?",
  delegate: "Let somebody look at the tax.",
  ask: "Why does the upload fail?",
  compacted: "What was that again?",
  nextDay: "The total is wrong again.",
} as const;

/** Kept before the sessions begin. */
export const KEPT = {
  install: "Use pnpm to install packages, as npm breaks the workspaces.",
  cart: "The cart counts money in cents, as floats lost one per order.",
} as const;

/** Something that a stop asks to keep. */
export const CONSTRAINT =
  "The API does not support files over 5 MB, so larger uploads are rejected with status 413.";
export const TAKEAWAY = RESOLUTION.lesson.takeaway;

/** The run in the background waits for this file, so that its end falls between two turns. */
const GO_FILE = "go-ahead";

const NOTE = "## What I did\nLooked.\n## Cross-agent observations\nNone\n## Unresolved\nNone\n";
/** As the runner would end. */
const RUNNER =
  "#!/bin/sh\necho 'FAILED tests/test_cart.py::test_total - AssertionError: assert 29.99 == 30.0'\n" +
  "echo '========== 1 failed, 4 passed in 0.12s =========='\nexit 1\n";

/** The runner, the scratchpads and the configuration that the script counts on. */
async function prepareWorkday(place: TestPlace): Promise<void> {
  await Deno.mkdir(`${place.project}/bin`);
  await Deno.writeTextFile(`${place.project}/bin/pytest`, RUNNER, { mode: 0o755 });
  await Deno.mkdir(`${place.project}/.claude/scratchpad`, { recursive: true });
  await Deno.mkdir(`${place.home}/.mneme`, { recursive: true });
  const config = "triage: { unattended: ask }\nhooks: { ghap_checkin: { frequency: 3 } }\n";
  await Deno.writeTextFile(`${place.home}/.mneme/config.yaml`, config);
}

/** Everything that mneme has an answer to, once each; `tools` is what the client puts before the server's tools. */
function workdayScript(place: TestPlace, tools: string): ModelScript {
  let calls = 0;
  const call = (name: string, input: Record<string, unknown>): ToolCall => {
    return { id: `toolu_${++calls}`, name, input };
  };
  const bash = (command: string) => call("Bash", { command });
  const inBackground = (command: string) => call("Bash", { command, run_in_background: true });
  const pytest = () => bash("PATH=$PWD/bin:$PATH pytest -q");
  const note = (agent: string) => {
    const path = `${place.project}/.claude/scratchpad/${agent}/${localDay(new Date())}.md`;
    return step(call("Write", { file_path: path, content: NOTE }));
  };
  const helper = { description: "Look", prompt: "LOOK at the tax", subagent_type: "general-purpose" };
  return {
    main: [
      {
        to: "<task-notification>",
        answers: [step(call(`${tools}resolve_ghap`, RESOLUTION)), { text: "It was the rounding." }],
      },
      { to: "Coordinator scratchpad missing", answers: [note("coordinator"), { text: "Noted." }] },
      {
        to: "Save the following memories",
        answers: [
          step(call(`${tools}save_memory`, { category: "CONSTRAINT", body: CONSTRAINT })),
          { text: "It is kept." },
        ],
      },
      {
        to: PROMPTS.fix,
        answers: [
          step(call("Read", { file_path: `${place.project}/src/cart.py` })),
          step(pytest()),
          step(call(`${tools}start_ghap`, ENTRY)),
          step(bash("true 1"), bash("true 2"), bash("true 3")),
          step(pytest()),
          step(inBackground(`while [ ! -e ${GO_FILE} ]; do sleep 0.05; done; PATH=$PWD/bin:$PATH pytest -q`)),
          { text: "The tests are running." },
        ],
      },
      {
        to: PROMPTS.delegate,
        answers: [step(call("Agent", { ...helper, run_in_background: false })), { text: "Asked." }],
      },
      { to: PROMPTS.ask, answers: [{ text: CONSTRAINT }] },
      { to: PROMPTS.compacted, answers: [{ text: "The upload." }] },
      { to: PROMPTS.nextDay, answers: [step(pytest()), { text: "I see." }] },
    ],
    helpers: [{
      to: "LOOK at",
      answers: [{ text: "The rate is 20." }, note("general-purpose"), { text: "The rate is 20, as noted." }],
    }],
  };
}

function step(...tools: ToolCall[]): Answer {
  return calling("Next.", ...tools);
}

/** All that is left of a day with two sessions, one with a compaction, and of the first one of the day after. */
export interface Workday {
  /** How often each event was logged. */
  readonly events: Readonly<Record<string, number>>;
  readonly sessions: readonly unknown[];
  readonly captures: readonly string[];
  readonly injections: readonly unknown[];
  /** What was brought back beyond its budget. */
  readonly overBudget: readonly unknown[];
  readonly memories: readonly unknown[];
  readonly entries: readonly unknown[];
  readonly asks: readonly unknown[];
  /** What the model was told before the compaction, after it, as a helper, and on the next day. */
  readonly told: Readonly<Record<"before" | "after" | "helper" | "nextDay", string>>;
  /** What the user was told at the starts of sessions. */
  readonly notices: readonly string[];
  /** How many hooks ran at each stop. */
  readonly hooksAtStop: readonly number[];
  readonly unread: readonly string[];
  readonly log: string;
}

/** Plays the day with the plugin, alone or beside an install in the user's settings. */
export async function playWorkday(client: string, installs: "plugin" | "both"): Promise<Workday> {
  await using place = await TestPlace.create();
  await prepareWorkday(place);
  const tools = installs === "both" ? "mcp__mneme__" : "mcp__plugin_mneme_mneme__";
  await using model = new ScriptedModel(workdayScript(place, tools));
  if (installs === "both") await installBeside(client, place, model);
  await keep(place);
  const args = await pluginOptions(place);

  await using first = new ClientRun({ client, place, model, args });
  await first.say(PROMPTS.fix);
  await Deno.writeTextFile(`${place.project}/${GO_FILE}`, "");
  await first.until(({ subtype }) => subtype === "task_notification");
  await first.until(({ type }) => type === "result");
  for (const prompt of [PROMPTS.delegate, PROMPTS.ask]) await first.say(prompt);
  const before = textOf(model.mainBodies().at(-1));
  await first.say("/compact");
  await first.say(PROMPTS.compacted);
  await first.end();
  const after = textOf(model.mainBodies().at(-1));
  await place.settle();
  await using second = new ClientRun({ client, place, model, args });
  await second.say(PROMPTS.nextDay);
  await second.end();
  await place.settle();

  const helper = model.requests.findLast(({ kind }) => kind === "helper")?.body;
  const told = { before, after, helper: textOf(helper), nextDay: textOf(model.mainBodies().at(-1)) };
  return {
    ...rowsOf(place),
    told,
    notices: [...first.events, ...second.events].flatMap(({ type, output }) =>
      type === "system" && typeof output === "string"
        ? output.match(/"systemMessage":"([^"]*)"/)?.[1] ?? []
        : []
    ),
    hooksAtStop: (await readTranscripts(place)).flatMap(({ hookCount }) => hookCount ?? []),
    unread: model.unread(),
    log: place.log(),
  };
}

async function keep(place: TestPlace): Promise<void> {
  const add = (...words: string[]) => place.run([`${place.dist}/mneme`, "memory", "add", ...words]);
  await add("--category", "DECISION", KEPT.install);
  await add("--category", "CONSTRAINT", "--files", "src/cart.py", KEPT.cart);
}

function rowsOf(place: TestPlace) {
  const events = place.rows<{ event: string; n: number }>(
    "select event, count(*) as n from event_log group by event order by event",
  );
  return {
    events: Object.fromEntries(events.map(({ event, n }) => [event, n])),
    sessions: place.rows("select prompt_count, tool_count, status from sessions order by started_at"),
    captures: place.rows<{ tool_use_id: string }>(
      "select tool_use_id from pending_queue order by tool_use_id",
    )
      .map(({ tool_use_id }) => tool_use_id),
    injections: place.rows("select hook, context_window as window, item from injections order by id"),
    overBudget: place.rows(
      `select data from event_log where event = 'context.injected' and data ->> 'token_count' >
         case data ->> 'hook' when 'start' then 2500 when 'file' then 300 else 500 end`,
    ),
    memories: place.rows("select status, category, body from memories order by id"),
    entries: place.rows("select status, confidence_tier from ghap"),
    asks: place.rows("select category, prompt_count from asks"),
  };
}

function textOf(body: MessagesBody | undefined): string {
  return (body?.messages ?? []).map(messageText).join("\n");
}
