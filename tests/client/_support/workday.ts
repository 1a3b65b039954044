import { localDay } from "../../../src/base/time.ts";
import { filled } from "./agent_table.ts";
import { installBeside, pluginOptions } from "./installs.ts";
import { ClientRun } from "./run_client.ts";
import { conversationText, ScriptedModel } from "./scripted_model.ts";
import { TestPlace } from "./test_place.ts";
import { readTranscripts } from "./transcripts.ts";
/** A prediction as `start_ghap` takes it, and its end as `resolve_ghap` does. */
import ghap from "../../_support/ghap_entry.json" with { type: "json" };
/** Everything that mneme has an answer to, once each. */
import script from "./workday.json" with { type: "json" };

/** What the user says, in the order of the two sessions. */
const PROMPTS = {
  fix: "Make the total right; how do we install packages here?",
  delegate: "Let somebody look at the tax.",
  ask: "Why does the upload fail?",
  compacted: "What was that again?",
  nextDay: "The total is wrong again.",
} as const;

/** Kept before the sessions begin. */
const KEPT = {
  install: "Use pnpm to install packages, as npm breaks the workspaces.",
  cart: "The cart counts money in cents, as floats lost one per order.",
} as const;

/** The run in the background waits for this file, so that its end falls between two turns. */
const GO_FILE = "go-ahead";

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

/**
 * Plays a day with two sessions, one with a compaction, and the first one of the day after, with the plugin alone or beside
 * an install in the user's settings. Gives all that is left of them, what the model was told before the compaction, after it,
 * as a helper and on the next day, and how many hooks ran at each stop.
 */
export async function playWorkday(client: string, installs: "plugin" | "both") {
  await using place = await TestPlace.create();
  await prepareWorkday(place);
  const words = { PROJECT: place.project, DAY: localDay(new Date()), ...ghap };
  const played = JSON.stringify(filled<unknown>(script, words));
  const tools = installs === "both" ? "mcp__mneme__" : "mcp__plugin_mneme_mneme__";
  await using model = new ScriptedModel(JSON.parse(played.replaceAll("mcp__mneme__", tools)));
  if (installs === "both") await installBeside(client, place, model);
  await keep(place);
  const args = await pluginOptions(place);

  await using first = new ClientRun({ client, place, model, args });
  await first.say(PROMPTS.fix);
  await Deno.writeTextFile(`${place.project}/${GO_FILE}`, "");
  await first.until(({ subtype }) => subtype === "task_notification");
  await first.until(({ type }) => type === "result");
  for (const prompt of [PROMPTS.delegate, PROMPTS.ask]) await first.say(prompt);
  const before = conversationText(model.mainBodies().at(-1));
  await first.say("/compact");
  await first.say(PROMPTS.compacted);
  await first.end();
  const after = conversationText(model.mainBodies().at(-1));
  await place.settle();
  await using second = new ClientRun({ client, place, model, args });
  await second.say(PROMPTS.nextDay);
  await second.end();
  await place.settle();

  const helper = model.requests.findLast(({ kind }) => kind === "helper")?.body;
  const told = {
    before,
    after,
    helper: conversationText(helper),
    nextDay: conversationText(model.mainBodies().at(-1)),
  };
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
  // A subagent that is sent back stops twice: one event within two seconds, two on a busy machine.
  const events = place.rows<{ event: string; n: number }>(
    `select event, iif(event = 'hook.subagent_stop', count(distinct subject), count(*)) as n
     from event_log group by event order by event`,
  );
  return {
    events: Object.fromEntries(events.map(({ event, n }) => [event, n])),
    sessions: place.rows("select prompt_count, tool_count, status from sessions order by started_at"),
    captures: place.rows<{ tool_use_id: string }>(
      "select tool_use_id from pending_queue order by tool_use_id",
    )
      .map(({ tool_use_id }) => tool_use_id),
    injections: place.rows("select hook, context_window as window, item from injections order by id"),
    /** What was brought back beyond its budget. */
    overBudget: place.rows(
      `select data from event_log where event = 'context.injected' and data ->> 'token_count' >
         case data ->> 'hook' when 'start' then 2500 when 'file' then 300 else 500 end`,
    ),
    memories: place.rows("select status, category, body from memories order by id"),
    entries: place.rows("select status, confidence_tier from ghap"),
    asks: place.rows("select category, prompt_count from asks"),
  };
}
