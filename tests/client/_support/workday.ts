import { installBeside, pluginOptions, runIn } from "./installs.ts";
import { type MessagesBody, messageText } from "./model_script.ts";
import { ClientRun } from "./run_client.ts";
import { ScriptedModel } from "./scripted_model.ts";
import { TestPlace } from "./test_place.ts";
import { readTranscripts } from "./transcripts.ts";
import { GO_FILE, KEPT, prepareWorkday, PROMPTS, workdayScript } from "./workday_script.ts";

/** All that is left of a day with two sessions, one with a compaction, and of the first one of the day after. */
export interface Workday {
  /** How often each event was logged. */
  readonly events: Readonly<Record<string, number>>;
  readonly sessions: readonly unknown[];
  readonly captures: readonly string[];
  readonly injections: readonly unknown[];
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
    log: await place.log(),
  };
}

async function keep(place: TestPlace): Promise<void> {
  const add = (...words: string[]) => runIn(place, [`${place.dist}/mneme`, "memory", "add", ...words]);
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
    memories: place.rows("select status, category, body from memories order by id"),
    entries: place.rows("select status, confidence_tier from ghap"),
    asks: place.rows("select category, prompt_count from asks"),
  };
}

function textOf(body: MessagesBody | undefined): string {
  return (body?.messages ?? []).map(messageText).join("\n");
}
