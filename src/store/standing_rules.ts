import type { StandingRule, StandingRules } from "../core/standing_rules.ts";
import { withTitle } from "./context/saved_details.ts";
import type { SqlValue, Store } from "./store.ts";

/** The places of the index that hold preferences: of a project, of the user. */
const PLACES = ["project = ?1 and scope = 'project'", "project is null and scope = 'user'"];
const IS_RULE = "category = 'PREFERENCE' and status = 'active'";
const OWN_VALUES = "from project_values where project = ?1 or project is null";

/** Selects how many rules hold in the project `?1`, from the index alone. */
export const RULE_COUNT = `(select count(*) ${OWN_VALUES})` +
  PLACES.map((place) => ` + (select count(*) from memories where ${place} and ${IS_RULE})`).join("");

/** Of each place so many of the newest are looked at; nobody states more. */
const LOOKED_AT = 200;
const NEWEST = 3;
/** Values are lessons in a sentence: more than the most used of them would crowd out what the user asked for. */
const MAX_VALUES = 5;

/** What an agent or the user has said counts for more than what was found or imported. */
const BEST_FIRST = "use_count desc, is_stated desc, confidence desc, created_at desc, kind, id desc";
const NEWEST_FIRST = "created_at desc, kind, id desc";

/** The preferences and values that hold in a project: the best proven, and the newest. */
export function standingRules(store: Store, project: string, limit: number): StandingRules {
  return {
    best: select(store, BEST_FIRST, [project, LOOKED_AT, limit]),
    newest: select(store, NEWEST_FIRST, [project, NEWEST, NEWEST]),
  };
}

interface RuleRow {
  readonly kind: "m" | "v";
  readonly id: number;
  readonly place: StandingRule["place"];
  readonly title: string | null;
  readonly text: string;
}

function select(store: Store, order: string, values: readonly SqlValue[]): StandingRule[] {
  return store.all<RuleRow>(
    `select kind, id, place, title, text from (${SOURCES.join(" union all ")}) order by ${order} limit ?3`,
    ...values,
  ).map(({ kind, id, place, title, text }) => ({ id: `${kind}${id}`, place, text: withTitle(title, text) }));
}

const SOURCES = [
  ...PLACES.map((place) =>
    `select * from (select 'm' as kind, id, scope as place, title, body as text, use_count, confidence,
       source in ('user', 'agent') as is_stated, created_at
     from memories where ${place} and ${IS_RULE} order by created_at desc limit ?2)`
  ),
  `select * from (select 'v' as kind, id, 'values' as place, null as title, text, use_count, 1 as confidence, 1 as is_stated, created_at
     ${OWN_VALUES} order by use_count desc, coalesce(last_used_at, created_at) desc, id desc limit ${MAX_VALUES})`,
];
