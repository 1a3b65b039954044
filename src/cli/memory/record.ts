import * as z from "zod";
import { cleanJson } from "../../core/privacy/clean.ts";
import { MEMORY_CATEGORIES, parseCategory } from "../../core/memory_categories.ts";
import { parseMemoryId } from "../../core/memory_id.ts";
import { MAX_BODY_UNITS } from "../../core/memory_text.ts";
import { UserError } from "../../core/user_error.ts";
import type { ImportedMemory } from "../../store/memory_transfer.ts";
import { quoteValue } from "../config/wording.ts";

export interface RecordContext {
  /** Of memories that name none. */
  readonly project: string;
  readonly redactSecrets: boolean;
}

/** A line that was taken. */
export interface ReadRecord {
  readonly memory: ImportedMemory;
  /** Keys that are no columns of `memories`. */
  readonly unknownKeys: readonly string[];
}

const TEXT = z.string().nullish().transform((text) => text ?? null);
/** A plain date is the beginning of that day here, and a time without a zone one of this clock. */
const MOMENT = z.union([z.iso.date(), z.iso.datetime({ offset: true, local: true })]).nullish()
  .transform((text) =>
    text == null ? undefined : new Date(text.includes("T") ? text : `${text}T00:00`).toISOString()
  );
const MEMORY_ID = z.union([z.string(), z.int()]).nullish().transform((id, context) => {
  const row = id == null ? undefined : parseMemoryId(String(id));
  if (id != null && row === undefined) context.addIssue("no id");
  return row;
});
const LIST = z.array(z.string());

/** A line of an import: the columns of `memories`, of which only category and body must be there. */
const RECORD = z.object({
  id: MEMORY_ID,
  project: TEXT,
  scope: z.enum(["project", "user"]).nullish().transform((scope) => scope ?? "project"),
  category: z.string().transform((name, context) => {
    const category = parseCategory(name);
    if (category === undefined) context.addIssue("no category");
    return category ?? "DECISION";
  }),
  title: TEXT,
  body: z.string().max(MAX_BODY_UNITS).transform((body) => body.trim()).pipe(z.string().min(1)),
  evidence: TEXT,
  source: z.enum(["triage", "user", "agent", "import"]).nullish().transform((source) => source ?? "import"),
  confidence: z.number().min(0).max(1).nullish().transform((confidence) => confidence ?? 1),
  status: z.enum(["candidate", "active", "superseded"]).nullish().transform((status) => status ?? "active"),
  superseded_by: MEMORY_ID,
  session_id: TEXT,
  files: z.union([LIST, z.string().transform(parseList).pipe(LIST)]).nullish()
    .transform((files) => JSON.stringify(files ?? [])),
  created_at: MOMENT,
  updated_at: MOMENT,
  last_used_at: MOMENT,
  use_count: z.int().min(0).nullish().transform((count) => count ?? 0),
});

const A_TIME = "a day or a time such as 2026-03-01 or 2026-03-01T10:00:00Z";
const AN_ID = "an id such as m12";

/** What each key takes, in words that follow "expected". */
const EXPECTED: { readonly [key in keyof typeof RECORD.shape]: string } = {
  id: AN_ID,
  project: "the path of a folder",
  scope: "project or user",
  category: `one of ${MEMORY_CATEGORIES.join(", ")}`,
  title: "a text",
  body: `a text of at most ${MAX_BODY_UNITS} characters that is not wholly private`,
  evidence: "a text",
  source: "triage, user, agent or import",
  confidence: "a number from 0 to 1",
  status: "candidate, active or superseded",
  superseded_by: AN_ID,
  session_id: "a text",
  files: "a list of paths",
  created_at: A_TIME,
  updated_at: A_TIME,
  last_used_at: A_TIME,
  use_count: "a whole number from 0",
};

/** The memory that a line of JSON means, without private parts and secrets; a `UserError` says what is wrong with it. */
export function memoryFromLine(line: string, { project, redactSecrets }: RecordContext): ReadRecord {
  const given = cleanJson(parseObject(line), { redactSecrets }) as Fields;
  const parsed = RECORD.safeParse(given);
  if (!parsed.success) throw new UserError(wrongFields(parsed.error, given));
  const { superseded_by, last_used_at, ...record } = parsed.data;
  return {
    memory: {
      ...record,
      project: record.scope === "user" ? null : record.project ?? project,
      superseded_by: superseded_by ?? null,
      last_used_at: last_used_at ?? null,
    },
    unknownKeys: Object.keys(given).filter((key) => !Object.hasOwn(EXPECTED, key)),
  };
}

type Fields = { readonly [key: string]: unknown };

function parseObject(line: string): Fields {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (cause) {
    throw new UserError("it is not JSON", { cause });
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Fields;
  throw new UserError("it is not a JSON object");
}

function parseList(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text; // refused by the schema
  }
}

/** Each field once, with what stands there and what should. */
function wrongFields(error: z.ZodError, given: Fields): string {
  const keys = new Set(error.issues.map(({ path }) => path[0] as keyof typeof EXPECTED));
  return [...keys].map((key) => {
    const found = given[key] === undefined ? "is missing" : `is ${quoteValue(given[key])}`;
    return `"${key}" ${found}; expected ${EXPECTED[key]}`;
  }).join(", and ");
}
