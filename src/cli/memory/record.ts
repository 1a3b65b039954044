import * as z from "zod";
import { cleanJson } from "../../core/privacy/clean.ts";
import { MEMORY_CATEGORIES, parseCategory } from "../../core/memory_categories.ts";
import { parseMemoryId } from "../../core/memory_id.ts";
import { MAX_BODY_UNITS } from "../../core/memory_text.ts";
import { UserError } from "../../core/user_error.ts";
import type { ImportedMemory } from "../../store/memory_transfer.ts";

export interface RecordContext {
  /** Of memories that name none. */
  readonly project: string;
  readonly redactSecrets: boolean;
}

const TEXT = z.string().nullish().transform((text) => text ?? null);
const MOMENT = z.iso.datetime({ offset: true, error: "expected a time such as 2026-03-01T10:00:00.000Z" })
  .nullish()
  .transform((text) => text == null ? undefined : new Date(text).toISOString());
const MEMORY_ID = z.union([z.string(), z.int()], { error: "expected an id such as m12" }).nullish()
  .transform((id, context) => {
    const row = id == null ? undefined : parseMemoryId(String(id));
    if (id != null && row === undefined) context.addIssue("expected an id such as m12");
    return row;
  });
const LIST = z.array(z.string());

/** A line of an import: the columns of `memories`, of which only category and body must be there. */
const RECORD = z.object({
  id: MEMORY_ID,
  project: TEXT,
  scope: z.enum(["project", "user"]).nullish().transform((scope) => scope ?? "project"),
  category: z.string({ error: "expected one of " + MEMORY_CATEGORIES.join(", ") }).transform(
    (name, context) => {
      const category = parseCategory(name);
      if (category === undefined) context.addIssue(`expected one of ${MEMORY_CATEGORIES.join(", ")}`);
      return category ?? "DECISION";
    },
  ),
  title: TEXT,
  body: z.string({ error: "expected a text" }).max(MAX_BODY_UNITS, `at most ${MAX_BODY_UNITS} characters`),
  evidence: TEXT,
  source: z.enum(["triage", "user", "agent", "import"]).nullish().transform((source) => source ?? "import"),
  confidence: z.number().min(0).max(1).nullish().transform((confidence) => confidence ?? 1),
  status: z.enum(["candidate", "active", "superseded"]).nullish().transform((status) => status ?? "active"),
  superseded_by: MEMORY_ID,
  session_id: TEXT,
  files: z.union([LIST, z.string().transform(parseList).pipe(LIST)], { error: "expected a list of paths" })
    .nullish()
    .transform((files) => JSON.stringify(files ?? [])),
  created_at: MOMENT,
  updated_at: MOMENT,
  last_used_at: MOMENT,
  use_count: z.int().min(0).nullish().transform((count) => count ?? 0),
});

/** The memory that a line of JSON means, without private parts and secrets; a `UserError` says what is wrong with it. */
export function memoryFromLine(line: string, { project, redactSecrets }: RecordContext): ImportedMemory {
  const parsed = RECORD.safeParse(cleanJson(parseObject(line), { redactSecrets }));
  if (!parsed.success) throw new UserError(describeIssue(parsed.error));
  const { superseded_by, last_used_at, ...record } = parsed.data;
  const body = record.body.trim();
  if (body === "") throw new UserError('"body" is empty or wholly private');
  return {
    ...record,
    body,
    project: record.scope === "user" ? null : record.project ?? project,
    superseded_by: superseded_by ?? null,
    last_used_at: last_used_at ?? null,
  };
}

function parseObject(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch (cause) {
    throw new UserError("it is not JSON", { cause });
  }
}

function parseList(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text; // refused by the schema
  }
}

function describeIssue(error: z.ZodError): string {
  const [issue] = error.issues;
  const key = issue?.path[0];
  if (key === undefined) return "it is not a JSON object";
  return `${JSON.stringify(key)}: ${
    issue?.message.replace(/^Invalid (input|option): /, "") ?? "not as expected"
  }`;
}
