import { ghapId } from "../../core/ghap/ghap_id.ts";
import type { GhapEnd, GhapStatements, GhapTier, Lesson, RootCause } from "../../core/ghap/ghap_types.ts";
import { requireDomain, requireEnd, requireStatement, requireStrategy } from "../../core/ghap/validation.ts";
import { isExcludedProject } from "../../core/exclusion.ts";
import { UsageError, UserError } from "../../core/user_error.ts";
import { abandonGhap, adoptGhap, resolveGhap, startGhap, updateGhap } from "../../store/ghap.ts";
import { activeGhap, type GhapRow } from "../../store/ghap_rows.ts";
import { evaluateProject } from "../config/compile.ts";
import { cleanerFor } from "../memory/draft.ts";
import { requireGhap, requireGhapId, requireOpen } from "./find_ghap.ts";
import type { GhapPlace } from "./ghap_home.ts";

/** An entry as an agent gives it. */
export interface StartInput extends GhapStatements {
  readonly domain: string;
  readonly strategy: string;
}

export interface UpdateInput {
  readonly id?: string | undefined;
  readonly hypothesis?: string | undefined;
  readonly action?: string | undefined;
  readonly prediction?: string | undefined;
  readonly strategy?: string | undefined;
  readonly note?: string | undefined;
}

export interface ResolveInput {
  readonly id?: string | undefined;
  readonly status: string;
  readonly result: string;
  readonly surprise?: string | undefined;
  readonly root_cause?: RootCause | undefined;
  readonly lesson?: Lesson | undefined;
  readonly auto_captured?: boolean | undefined;
}

/** Opens an entry. Throws a `UserError` that says what to send instead. */
export function startEntry(place: GhapPlace, input: StartInput): number {
  const clean = cleanerAt(place);
  const draft = {
    ...place.owner,
    project: place.project,
    domain: requireDomain(input.domain),
    strategy: requireStrategy(input.strategy),
    goal: requireStatement("goal", input.goal, clean),
    hypothesis: requireStatement("hypothesis", input.hypothesis, clean),
    action: requireStatement("action", input.action, clean),
    prediction: requireStatement("prediction", input.prediction, clean),
  };
  return startGhap(place.store, draft, place.at) ?? alreadyOpen(place, "start a GHAP entry");
}

/** Changes what an open entry says; returns it as it was. */
export function updateEntry(place: GhapPlace, input: UpdateInput): GhapRow {
  const clean = cleanerAt(place);
  const said = (name: "hypothesis" | "action" | "prediction" | "note") => {
    const text = input[name];
    return text === undefined ? undefined : requireStatement(name, text, clean);
  };
  const change = {
    hypothesis: said("hypothesis"),
    action: said("action"),
    prediction: said("prediction"),
    note: said("note"),
    strategy: input.strategy === undefined ? undefined : requireStrategy(input.strategy),
  };
  if (Object.values(change).every((value) => value === undefined)) {
    throw new UsageError("Cannot update a GHAP entry: nothing new is said", {
      hint: "send hypothesis, action, prediction, strategy or note",
    });
  }
  const entry = requireOpen(place, input.id);
  updateGhap(place.store, entry.id, change, place.at);
  return entry;
}

/** Resolves an open entry. */
export function resolveEntry(
  place: GhapPlace,
  input: ResolveInput,
): { id: number; status: GhapEnd; tier: GhapTier } {
  const clean = cleanerAt(place);
  const text = (name: string, value: string) => requireStatement(name, value, clean);
  const optional = (name: string, value: string | undefined) =>
    value === undefined || !isSaid(value) ? undefined : text(name, value);
  const { root_cause: cause, lesson } = input;
  const status = requireEnd(input.status);
  const resolution = {
    status,
    result: text("result", input.result),
    surprise: optional("surprise", input.surprise),
    rootCause: isSaid(cause?.description)
      ? {
        category: optional("root_cause.category", cause?.category) ?? "",
        description: text("root_cause.description", cause?.description ?? ""),
      }
      : undefined,
    lesson: isSaid(lesson?.takeaway) || isSaid(lesson?.what_worked)
      ? {
        what_worked: optional("lesson.what_worked", lesson?.what_worked) ?? "",
        takeaway: optional("lesson.takeaway", lesson?.takeaway) ?? "",
      }
      : undefined,
    isAutoCaptured: input.auto_captured ?? false,
  };
  const entry = requireOpen(place, input.id);
  const tier = resolveGhap(place.store, entry.id, resolution, place.at);
  if (tier === undefined) throw new UserError(`Cannot resolve ${ghapId(entry.id)}: it is resolved already`);
  return { id: entry.id, status, tier };
}

/** What is there and empty says as little as what is absent. */
function isSaid(value: string | undefined): boolean {
  return value !== undefined && value.trim() !== "";
}

/** Takes over an entry that was left open. */
export function adoptEntry(place: GhapPlace, id: string): GhapRow {
  const row = requireGhapId(id);
  const adopted = adoptGhap(place.store, row, place.owner, place.at);
  if (adopted === "absent") return requireGhap(place.store, row);
  if (adopted === "busy") return alreadyOpen(place, `adopt ${ghapId(row)}`);
  if (adopted !== "resolved") return adopted;
  throw new UserError(`Cannot adopt ${ghapId(row)}: it is resolved`, {
    hint: "start a new entry with start_ghap",
  });
}

/** Gives an entry up: the open one of whoever calls, or the one of this id. */
export function abandonEntry(place: GhapPlace, id: string | undefined, reason: string): number {
  const why = requireStatement("reason", reason, cleanerAt(place));
  const entry = id === undefined ? requireOpen(place, id) : requireGhap(place.store, requireGhapId(id));
  if (abandonGhap(place.store, entry.id, why, place.at)) return entry.id;
  throw new UserError(`Cannot abandon ${ghapId(entry.id)}: it is ${entry.status}`, {
    hint: "only an open entry can be given up",
  });
}

/** The privacy rules of the project; a `UserError` where nothing of it may be kept. */
export function cleanerAt({ paths, project }: GhapPlace): (text: string) => string {
  const { settings } = evaluateProject(paths, project);
  if (!isExcludedProject(project, settings.privacy.exclude_projects)) return cleanerFor(settings);
  throw new UserError(`Cannot keep anything of ${project}: privacy.exclude_projects names it`, {
    hint: "change that setting",
  });
}

function alreadyOpen({ store, owner }: GhapPlace, what: string): never {
  const id = ghapId(activeGhap(store, owner)?.id ?? 0);
  throw new UserError(`Cannot ${what}: ${id} is open, and an agent follows one at a time`, {
    hint: `call resolve_ghap or abandon_ghap for ${id} first, or update_ghap if it is the same goal`,
  });
}
