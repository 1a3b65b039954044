// The tools by which agents write down a goal, a hypothesis and a prediction (GHAP), and resolve them.
import * as z from "zod";
import { UsageError, UserError } from "../../base/user_error.ts";
import { GHAP_EXPECTS, GHAP_STATUSES, ghapId, RUN_KINDS } from "../../ghap/entry.ts";
import { requirePhrases } from "../../memory/recall_phrases.ts";
import {
  domainOf,
  GHAP_DOMAINS,
  GHAP_STRATEGIES,
  readExpects,
  readRunKind,
  readStrategy,
  requireDomain,
  requireEnd,
  requireStatement,
  requireStatus,
} from "../../ghap/validation.ts";
import {
  abandonGhap,
  activeGhap,
  adoptGhap,
  findGhap,
  resolveGhap,
  startGhap,
  updateGhap,
} from "../../store/ghap.ts";
import {
  type CallPlace,
  cleanerAt,
  openEntry,
  refuseClosed,
  requireGhap,
  requireMeant,
} from "../items/call_place.ts";
import { noSuchItem, requireRow } from "../items/find_item.ts";
import { ghapView } from "../items/whole_item.ts";
import { RECALL_WHEN } from "../items/tool_arguments.ts";
import { brief, defineTool, pastResult } from "./tool.ts";

/** Makes the schema of an argument with one of these names. `read` also understands synonyms. */
function named<T>(names: readonly string[], read: (given: string) => T) {
  return z.string().meta({ enum: [...names] }).transform(read);
}

const EXPECTS = named(GHAP_EXPECTS, readExpects).optional();
const EXPECTS_OF = named(RUN_KINDS, readRunKind).optional();

const RESOLUTION = z.object({
  status: named(["confirmed", "falsified", "abandoned"], requireEnd),
  result: z.string().optional().describe("What happened"),
  surprise: z.string().optional(),
  root_cause: z.object({ description: z.string().optional(), category: z.string().optional() }).optional(),
  lesson: z.object({
    takeaway: z.string().optional(),
    title: z.string().optional().describe("The lesson in 4-14 words"),
    what_worked: z.string().optional(),
    recall_when: RECALL_WHEN,
  }).optional(),
  auto_captured: z.boolean().optional(),
  id: z.string().optional().describe("Only if several agents have an open entry"),
});

export const GHAP_TOOLS = [
  defineTool({
    name: "start_ghap",
    input: z.object({
      goal: z.string(),
      hypothesis: z.string().describe("What you think is wrong, or why the action should work"),
      prediction: z.string(),
      action: z.string().optional(),
      domain: z.string().meta({ enum: [...GHAP_DOMAINS] }).optional(),
      strategy: named(GHAP_STRATEGIES, readStrategy).optional(),
      expects: EXPECTS,
      expects_of: EXPECTS_OF,
    }),
    alwaysLoad: true,
    annotations: { destructiveHint: false },
    write(args, place) {
      const clean = cleanerAt(place);
      const draft = {
        ...place.owner,
        project: place.project,
        domain: domainOf(args),
        strategy: args.strategy ?? "",
        goal: requireStatement("goal", args.goal, clean),
        hypothesis: requireStatement("hypothesis", args.hypothesis, clean),
        action: args.action === undefined ? "" : requireStatement("action", args.action, clean),
        prediction: requireStatement("prediction", args.prediction, clean),
        expects: args.expects ?? null,
        expects_of: args.expects_of ?? null,
      };
      const id = ghapId(startGhap(place.store, draft, place.at) ?? alreadyOpen(place, "start a GHAP entry"));
      const message = `Started ${id}. When a run has shown whether the prediction held, call resolve_ghap.`;
      return { id, message: message + askExpects(args.expects) };
    },
  }),
  defineTool({
    name: "update_ghap",
    input: z.object({
      hypothesis: z.string().optional(),
      action: z.string().optional(),
      prediction: z.string().optional(),
      expects: EXPECTS,
      expects_of: EXPECTS_OF,
      strategy: z.string().transform(readStrategy).optional(),
      note: z.string().optional(),
      id: z.string().optional().describe("Only if several agents have an open entry"),
    }),
    annotations: { destructiveHint: false },
    write(args, place) {
      const clean = cleanerAt(place);
      const statement = (name: "hypothesis" | "action" | "prediction" | "note") => {
        const text = args[name];
        return text === undefined ? undefined : requireStatement(name, text, clean);
      };
      const change = {
        hypothesis: statement("hypothesis"),
        action: statement("action"),
        prediction: statement("prediction"),
        note: statement("note"),
        strategy: args.strategy,
        // A new prediction may expect another result of other runs, so what the old one expected is removed.
        expects: args.expects ?? (args.prediction === undefined ? undefined : null),
        expects_of: args.expects_of ?? (args.prediction === undefined ? undefined : null),
      };
      if (Object.values(change).every((value) => value === undefined)) {
        throw new UsageError("Cannot update a GHAP entry: nothing new is said", {
          hint:
            "send hypothesis, action, prediction, note, expects (pass, fail, either), expects_of (tests, builds) or strategy",
        });
      }
      const id = place.store.transaction(() => { // another process may resolve the entry in between
        const entry = requireMeant(place, args.id);
        return updateGhap(place.store, entry.id, change, place.at) ? ghapId(entry.id) : refuseClosed(entry);
      });
      const ask = args.prediction === undefined ? "" : askExpects(args.expects);
      return { id, message: `Updated ${id}${ask && `.${ask}`}` };
    },
  }),
  defineTool({
    name: "resolve_ghap",
    input: RESOLUTION,
    alwaysLoad: true,
    annotations: { destructiveHint: false },
    write(args, place) {
      const resolution = resolutionOf(args, cleanerAt(place));
      const { status, lesson, rootCause } = resolution;
      const entry = requireMeant(place, args.id);
      const id = ghapId(entry.id);
      const tier = resolveGhap(place.store, entry.id, resolution, place.at) ?? refuseClosed(entry);
      const isBorneOut = args.auto_captured !== true || tier === "gold";
      const note = isBorneOut ? "" : "; no run on record in this session bears it out, so it is not gold";
      const lacksCause = status === "falsified" && rootCause === undefined;
      const hasPhrases = status !== "abandoned" && args.lesson?.recall_when?.[0] !== undefined; // they need a lesson
      const request = lesson !== undefined || !(lacksCause || hasPhrases)
        ? ""
        : `; no lesson yet: once you know it, call resolve_ghap {"id":"${id}","status":"${status}","lesson":"…"}`;
      const message = `Resolved ${id} as ${status} (${tier})${note}${request}`;
      return { id, status, confidence_tier: tier, message };
    },
  }),
  defineTool({
    name: "get_active_ghap",
    input: z.object({}),
    read(_args, place) {
      const entry = openEntry(place);
      return entry === undefined ? { active: null } : pastResult({ active: ghapView(entry) });
    },
  }),
  defineTool({
    name: "adopt_ghap",
    input: z.object({ id: z.string().describe("As in g3") }),
    annotations: { destructiveHint: false, idempotentHint: true },
    write(args, place) {
      const row = requireRow("ghap", args.id);
      const id = ghapId(row);
      const entry = adoptGhap(place.store, row, place.owner, place.at);
      if (entry === "absent") return noSuchItem(id);
      if (entry === "busy") return alreadyOpen(place, `adopt ${id}`);
      if (entry === "resolved") return refuseClosed(requireGhap(place.store, row));
      return pastResult({ id, entry: ghapView(entry), message: `Adopted ${id}` });
    },
  }),
  defineTool({
    name: "abandon_ghap",
    input: z.object({
      reason: z.string(),
      id: z.string().optional().describe("As in g3"),
    }),
    annotations: { destructiveHint: false, idempotentHint: true },
    write({ id, reason }, place) {
      const why = requireStatement("reason", reason, cleanerAt(place));
      const entry = requireMeant(place, id);
      const given = ghapId(entry.id);
      if (!abandonGhap(place.store, entry.id, why, place.at)) refuseClosed(entry);
      return { id: given, status: "abandoned", message: `Abandoned ${given}` };
    },
  }),
  defineTool({
    name: "list_ghap",
    input: z.object({
      status: named(GHAP_STATUSES, requireStatus).optional(),
      domain: named(GHAP_DOMAINS, requireDomain).optional(),
      limit: z.int().min(1).max(200).optional(),
    }),
    read({ limit = 20, ...filter }, { store, project }) {
      const entries = findGhap(store, { ...filter, limit, project }).map(ghapView);
      return pastResult({ entries: entries.map((one) => brief(one, { project })) });
    },
  }),
];

/** Returns a request for `expects`, without which no run suggests a status; "" if the agent has sent it. */
function askExpects(expects: string | undefined): string {
  return expects === undefined
    ? ' To have runs compared with it, say how the next will end: update_ghap {"expects":"pass"}.'
    : "";
}

/** Cleans the arguments of `resolve_ghap`. A text without letters and digits counts as absent. */
function resolutionOf(
  { status: end, result, surprise, root_cause: cause, lesson, auto_captured }: z.output<typeof RESOLUTION>,
  clean: (text: string) => string,
) {
  const optional = (name: string, value: string | undefined) =>
    value === undefined || !/[\p{L}\p{N}]/u.test(value) ? undefined : requireStatement(name, value, clean);
  const description = optional("root_cause.description", cause?.description);
  const worked = optional("lesson.what_worked", lesson?.what_worked);
  const title = optional("lesson.title", lesson?.title);
  // A title without a text is itself the lesson.
  const takeaway = optional("lesson.takeaway", lesson?.takeaway) ??
    (worked === undefined ? title : undefined);
  const phrases = requirePhrases(lesson?.recall_when ?? [], clean);
  return {
    status: end,
    result: optional("result", result) ?? optional("surprise", surprise) ?? description ?? takeaway ?? end,
    surprise: optional("surprise", surprise),
    rootCause: description === undefined
      ? undefined
      : { category: optional("root_cause.category", cause?.category) ?? "", description },
    lesson: worked === undefined && takeaway === undefined ? undefined : {
      what_worked: worked ?? "",
      takeaway: takeaway ?? "",
      ...(title === undefined ? {} : { title }),
      ...(phrases.length === 0 ? {} : { recall_when: phrases }),
    },
    isAutoCaptured: auto_captured ?? false,
  };
}

function alreadyOpen({ store, owner }: CallPlace, what: string): never {
  const id = ghapId(activeGhap(store, owner)?.id ?? 0);
  throw new UserError(`Cannot ${what}: ${id} is open, and an agent follows one at a time`, {
    hint: `call resolve_ghap or abandon_ghap for ${id} first, or update_ghap if it is the same goal`,
  });
}
