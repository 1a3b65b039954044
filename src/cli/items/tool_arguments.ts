// Decodes the arguments of tools, and makes the inexact ones of models fit.
import * as z from "zod";
import { asObject, parseJson, type WireObject } from "../../base/json.ts";
import { UsageError } from "../../base/user_error.ts";
import { MAX_PHRASES } from "../../memory/recall_phrases.ts";
import { quoteValue } from "../frame/plain_text.ts";
import nearNames from "./near_names.json" with { type: "json" };
import toolTexts from "./tool_texts.json" with { type: "json" };

/** Phrases by which search finds an item in other words than its own; `requirePhrases` checks them. */
export const RECALL_WHEN = z.array(z.string()).max(MAX_PHRASES)
  .describe(`Up to ${MAX_PHRASES} phrases of 3-9 words to ask for it, in English and in the user's language`)
  .optional();

/** Ids as models send them: several in a text (`m1, m2`; `m1 & m2`), or each with its title (`m1 · …`). */
export const ITEM_IDS = z.array(z.string()).transform((given) =>
  given.flatMap((text) =>
    ID_RANGE.test(text.split(" ·")[0]!) ? text : text.match(ID_LIST)?.join(" ").match(/[a-z]\d+/gi) ?? text
  )
);
const ID_LIST = /^\W*[a-z]\d+\b(?:(?:[^\w:·.–—-]|and\b|or\b)+[a-z]\d+\b)*|(?<=[,;]\s*)[a-z]\d+(?= ·)/gim;
const ID_RANGE = /\b[a-z]\d+ *(?:[-–—]|\.{2,3}|to\b) *[a-z]?\d+\b/i; // it stays, and the tool refuses it

/** The arguments of the tool `name`. If an agent's own are refused, it is shown the example of `tool_texts.json`. */
export interface Arguments<S extends z.ZodObject> {
  readonly name: keyof typeof toolTexts;
  readonly input: S;
}

/** Decodes an object, JSON text or a list of one. `ignored` names arguments without a place. Throws a `UsageError`. */
export function readArguments<S extends z.ZodObject>({ name, input }: Arguments<S>, given: unknown = {}) {
  const schema = z.toJSONSchema(input, { io: "input" }) as ArgumentSchema;
  const [one, ...others] = [typeof given === "string" ? parseJson(given) ?? given : given ?? {}].flat();
  const fields = others.length > 0 ? undefined : asObject(one);
  const fitter = new ArgumentFitter();
  const args = fields === undefined ? given : fitter.fit(fields, schema);
  const parsed = input.safeParse(args, { reportInput: true });
  if (parsed.success) return { args: parsed.data, ignored: fitter.ignored, session: fields?.session_id };
  const faults = parsed.error.issues.map(({ path, message, input }) => {
    const fault = `${quoteValue(input)}: ${message.replace(/^Invalid \w+: |, received .*/g, "")}`;
    return `${path.join(".") || "the input"} is ${input === undefined ? "missing" : fault}`;
  });
  throw new UsageError(`Cannot run ${name}: ${faults.join("; ")}`, {
    hint: `send something like ${JSON.stringify(toolTexts[name].example)}`,
  });
}

export interface ArgumentSchema {
  readonly type?: string | undefined;
  readonly description?: string | undefined;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxItems?: number;
  readonly enum?: readonly string[];
  readonly items?: ArgumentSchema | undefined;
  readonly properties?: Readonly<Record<string, ArgumentSchema>> | undefined;
  readonly required?: readonly string[] | undefined;
  readonly anyOf?: readonly ArgumentSchema[];
}

/** The names that models send instead of an argument or a value. If a model sends several of them, the first counts. */
const NEAR_NAMES: Readonly<Record<string, string>> = nearNames;

const isNear = (name: string, key: string) =>
  NEAR_NAMES[name]?.split(" ").some((other) => bare(other) === key) ?? false;

/** Returns the argument that an inexact name stands for: of several, the first whose enum, if any, has the value. */
function nameMeant(sent: string, value: unknown, free: readonly (readonly [string, ArgumentSchema])[]) {
  const key = bare(sent.replace(/^.*\./s, "")); // `lesson.takeaway` by its last part
  const near = free.filter(([name]) => isNear(name, key));
  const found = free.find(([name]) => bare(name) === key) ??
    near.find(([, { enum: names }]) => names?.includes(String(value).toLowerCase()) ?? true) ?? near[0];
  return found?.[0];
}

/** Renames and converts arguments; `ignored` collects the names of those that fit nowhere. */
class ArgumentFitter {
  readonly ignored: string[] = [];

  /** Fits an object to a schema; `path` (`lesson.`) precedes its names. Drops null and optional empty texts. */
  fit(given: WireObject, { properties = {}, required = [] }: ArgumentSchema, path = ""): WireObject {
    const sent = Object.entries(given).filter(([key, value]) =>
      value !== null && value !== undefined && (value !== "" || required.includes(key))
    );
    const args: Record<string, unknown> = {};
    const others: [string, unknown][] = [];
    for (const [key, value] of sent) {
      if (Object.hasOwn(properties, key)) args[key] = this.#value(value, properties[key]!, path + key);
      else if (key === "session_id") args[key] = value; // for `run`; in no schema, as models make ids up
      else others.push([key, value]);
    }
    for (const [key, value] of others) {
      const free = Object.entries(properties).filter(([name]) => !Object.hasOwn(args, name));
      const name = nameMeant(key, value, free);
      if (name === undefined) this.ignored.push(path + key);
      else args[name] = this.#value(value, properties[name]!, path + key);
    }
    return args;
  }

  /** Converts to the schema's type: text to number, value to list, texts to one text, text to an object. */
  #value(value: unknown, schema: ArgumentSchema, path: string): unknown {
    const { type, minimum = -Infinity, maximum = Infinity, items = {}, properties = {} } = schema;
    if (type === "string") {
      const text = typeof value === "number" || typeof value === "boolean" ? String(value) : joinTexts(value);
      const key = bare(String(text));
      return schema.enum?.find((name) => bare(name) === key || isNear(name, key)) ?? text;
    }
    if (type === "integer") {
      const number = typeof value === "string" && /^\s*\d+\s*$/.test(value) ? Number(value) : value;
      return typeof number === "number" ? Math.min(maximum, Math.max(minimum, Math.round(number))) : number;
    }
    if (type === "boolean") return value === "true" ? true : value === "false" ? false : value;
    const parsed = typeof value === "string" && /^\s*[[{]/.test(value) ? parseJson(value) ?? value : value;
    if (type === "array") {
      const list = Array.isArray(parsed) ? parsed : [parsed];
      const kept = list.slice(0, schema.maxItems);
      this.ignored.push(...list.slice(kept.length).map((_, i) => `${path}.${kept.length + i}`));
      return kept.map((one, i) => this.#value(one, items, `${path}.${i}`));
    }
    if (type !== "object") return value;
    const text = joinTexts(parsed);
    if (typeof text === "string") return { [Object.keys(properties)[0] ?? "text"]: text }; // "text" is near `body`
    const object = asObject(parsed);
    return object === undefined || Object.keys(properties).length === 0
      ? parsed
      : this.fit(object, schema, `${path}.`);
  }
}

function joinTexts(value: unknown): unknown {
  return Array.isArray(value) && value.every((one) => typeof one === "string") ? value.join("; ") : value;
}

/** Reduces a name for comparison; drops a plural s. Keeps what changes the meaning: `0 fail` is not `fail`. */
const bare = (name: string): string => name.toLowerCase().replace(/[\s_\-()[\]"'`*.]/g, "").replace(/s$/, "");
