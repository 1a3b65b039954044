import * as z from "zod";

const SCALAR = z.union([z.string(), z.number(), z.null()]);
const ENVIRONMENT = z.record(z.string(), z.string().nullable())
  .describe("Laid over the home's own environment; null takes a variable away");
const STDOUT = z.union([z.string(), z.record(z.string(), z.unknown()), z.array(z.unknown())])
  .describe("Exact text, or the one JSON document; absent means nothing may be printed");
const FILES = z.record(z.string(), z.union([z.string(), z.array(z.string()), z.null()]));
const ROWS = z.record(z.string(), z.array(z.record(z.string(), SCALAR)));
const FILES_AFTER = z.record(z.string(), z.string().nullable());

const HOOK_STEP = z.strictObject({
  hook: z.string().describe("Name of the executable"),
  stdin: z.record(z.string(), z.unknown()).optional()
    .describe(
      "Fields of the payload beside the common ones, which the runner adds; null takes a common field away",
    ),
  stdinText: z.string().optional().describe("Stdin as it is, for what is no payload"),
  stdinFile: z.string().optional().describe("A file of the case folder as stdin"),
  client: z.string().optional().describe("The client that runs it, where it is not Claude Code"),
  locked: z.literal(true).optional().describe("While another program holds the write lock of the database"),
  atOnce: z.int().min(2).max(20).optional().describe("So many runs at the same time with the same payload"),
  env: ENVIRONMENT.optional(),
  stdout: STDOUT.optional(),
  stderr: z.string().optional(),
  code: z.int().optional().describe("Exit code, 0 when absent"),
});

const COMMAND_STEP = z.strictObject({
  mneme: z.array(z.string()).describe("Arguments of the mneme command"),
  env: ENVIRONMENT.optional(),
  pick: z.array(z.string()).optional()
    .describe("Keys of the JSON document, at every level, of which `stdout` says what they hold"),
  stdout: STDOUT.optional(),
  stderr: z.string().optional(),
  code: z.int().optional().describe("Exit code, 0 when absent"),
});

const HOME_STEP = z.strictObject({
  files: FILES.optional()
    .describe("Files below $ROOT that somebody writes: text, its lines, or null, which removes one"),
  links: z.record(z.string(), z.string()).optional()
    .describe("Symbolic links below $ROOT that somebody makes, and where they lead"),
  said: z.array(z.array(z.json())).optional().describe(
    "Rows that the client adds to the transcript of session-1: [user or assistant, text] or [tool, input, result, is_error]",
  ),
  sql: z.array(z.string()).optional()
    .describe("Statements that change rows, as time or another program would"),
  rows: ROWS.optional().describe("SQL and the rows that it gives then"),
  filesAfter: FILES_AFTER.optional().describe("Files below $ROOT as they are then; null: there is none"),
  asked: z.int().optional().describe("How often the model was asked until then"),
  sent: z.record(z.string(), z.boolean()).optional().describe(
    "Texts, and whether they stand in a question to the model",
  ),
  nowhere: z.array(z.string()).optional()
    .describe("Words that no file of the data folder holds then, not even in a free page of the database"),
});

/** A spec case: what is there, what runs, what comes out. The folder's name is the promise. */
export const CASE = z.strictObject({
  $schema: z.string().optional(),
  covers: z.string().min(1).describe(
    "The requirements that it tests, such as `C10 capture`: the numbers are of a list outside of this repository",
  ),
  inProcess: z.literal(true).optional().describe(
    "Runs the commands in the process of the tests, which is much faster: for what is about their words and rows alone",
  ),
  files: FILES.optional().describe("Files below $ROOT before the first step: text, or its lines"),
  model: z.array(z.json()).optional().describe(
    "Answers of a model at $MODEL, the last one again and again: a status, words, JSON, a body, `hangs`, `embeds`",
  ),
  env: ENVIRONMENT.optional(),
  steps: z.array(z.union([HOOK_STEP, COMMAND_STEP, HOME_STEP])).min(1),
  rows: ROWS.optional().describe("SQL and the rows that it gives after the last step"),
  filesAfter: FILES_AFTER.optional().describe("Files below $ROOT after the last step; null: there is none"),
});

export type Case = z.infer<typeof CASE>;
export type HookStep = z.infer<typeof HOOK_STEP>;
export type CommandStep = z.infer<typeof COMMAND_STEP>;
export type HomeStep = z.infer<typeof HOME_STEP>;

/** The text of `case.schema.json`, for editors. */
export function caseSchemaText(): string {
  return JSON.stringify(z.toJSONSchema(CASE), null, 2) + "\n";
}
