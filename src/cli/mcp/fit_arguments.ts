import { asObject, parseJson } from "../../base/json.ts";

/** The part of JSON Schema that tools use. */
export interface ArgumentSchema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items?: ArgumentSchema;
  readonly properties?: Properties;
}

type Properties = Readonly<Record<string, ArgumentSchema>>;
type Fields = Readonly<Record<string, unknown>>;

/** For each argument, the names that models use for it by mistake. The first one that was sent is used. */
const NEAR_NAMES: Readonly<Record<string, string>> = {
  body: "content text memory description fact note message value details",
  category: "type kind memory_type memory_category",
  query: "q text search question keywords prompt topic task term",
  id: "memory_id item_id ref item ghap_id entry_id memory entry around of find",
  ids: "id memory_ids items item refs",
  limit: "max count n top_k max_results k num_results",
  files: "file paths path file_path file_paths related_files",
  file: "path file_path filename",
  recall_when: "phrases recall recall_phrases triggers trigger keywords",
  memories: "items entries",
  error: "message error_message text query output",
  program: "command tool cmd query name task",
  reason: "why note message because",
  result: "outcome what_happened actual actual_result summary observation happened",
  text: "value rule body content statement",
  goal: "objective task problem title",
  hypothesis: "theory assumption reasoning why",
  action: "plan steps approach next_step actions",
  prediction: "expected_outcome expected expectation predicted predicts",
  note: "notes comment update text message",
  lesson: "lessons learned lesson_learned learning lessons_learned",
  root_cause: "cause reason",
  status: "state verdict resolution",
  max_tokens: "tokens budget token_budget",
  types: "kinds type kind",
  context_types: "types type kinds",
};

/** Renames and converts inexact arguments so that they fit a tool's schema; `ignored` names those that do not fit. */
export function fitArguments(
  given: Fields,
  properties: Properties,
): { readonly args: Fields; readonly ignored: readonly string[] } {
  const sent = Object.entries(given).filter(([, value]) => value !== null && value !== undefined);
  const args: Record<string, unknown> = {};
  const others: [string, unknown][] = [];
  for (const [key, value] of sent) {
    if (Object.hasOwn(properties, key)) args[key] = fitValue(value, properties[key]!);
    else if (key === "session_id") args[key] = value;
    else others.push([key, value]);
  }
  const ignored: string[] = [];
  for (const [key, value] of others) if (!placeArgument(key, value, args, properties)) ignored.push(key);
  return { args, ignored };
}

/** Adds to `args` an argument with an inexact name, or with the name of a property's part. Returns false if none fits. */
function placeArgument(
  key: string,
  value: unknown,
  args: Record<string, unknown>,
  properties: Properties,
): boolean {
  const free = Object.keys(properties).filter((name) => !Object.hasOwn(args, name));
  const name = free.find((one) => bare(one) === bare(key)) ??
    free.find((one) => (NEAR_NAMES[one] ?? "").split(" ").some((near) => bare(near) === bare(key)));
  if (name !== undefined) {
    args[name] = fitValue(value, properties[name]!);
    return true;
  }
  for (const [whole, { properties: parts }] of Object.entries(properties)) {
    const part = Object.keys(parts ?? {}).find((one) => bare(one) === bare(key));
    const known = args[whole] ?? {};
    if (part === undefined || asObject(known) === undefined || Object.hasOwn(known, part)) continue;
    args[whole] = { ...known, [part]: fitValue(value, parts![part]!) };
    return true;
  }
  return false;
}

/** Converts a value to its type: a text to a number, one value to a list, a text to an object's first property. */
function fitValue(value: unknown, schema: ArgumentSchema): unknown {
  const { type, minimum = -Infinity, maximum = Infinity, items = {}, properties = {} } = schema;
  if (type === "string") {
    return typeof value === "number" || typeof value === "boolean" ? String(value) : value;
  }
  if (type === "integer") {
    const number = typeof value === "string" && /^\s*\d+\s*$/.test(value) ? Number(value) : value;
    return typeof number === "number" ? Math.min(maximum, Math.max(minimum, Math.round(number))) : number;
  }
  if (type === "boolean") return value === "true" ? true : value === "false" ? false : value;
  const parsed = typeof value === "string" && /^\s*[[{]/.test(value) ? parseJson(value) ?? value : value;
  if (type === "array") {
    const list = Array.isArray(parsed) ? parsed : [parsed];
    return list.map((one) => fitValue(one, items));
  }
  if (type !== "object") return value;
  const text = Array.isArray(parsed) && parsed.every((one) => typeof one === "string")
    ? parsed.join("; ")
    : parsed;
  if (typeof text === "string") return { [Object.keys(properties)[0] ?? "text"]: text };
  const object = asObject(parsed);
  return object === undefined || Object.keys(properties).length === 0
    ? parsed
    : fitArguments(object, properties).args;
}

/** Returns a name without letter case, separators and plural s, for comparison. */
function bare(name: string): string {
  return name.toLowerCase().replace(/[^a-z]/g, "").replace(/s$/, "");
}
