import type * as z from "zod";
import { quoteValue } from "../config/wording.ts";

/** JSON schema, as far as tools use it. */
export interface ArgumentSchema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items?: ArgumentSchema;
  readonly properties?: Readonly<Record<string, ArgumentSchema>>;
}

/** The arguments with a text as a list of one where a list is meant. */
export function withLists(args: unknown, { properties = {} }: ArgumentSchema): unknown {
  if (typeof args !== "object" || args === null || Array.isArray(args)) return args;
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => {
      const isList = Object.hasOwn(properties, name) && properties[name]?.type === "array";
      return [name, isList && typeof value === "string" ? [value] : value];
    }),
  );
}

/** What is wrong with the arguments, each once: what stands there, and what the schema takes. */
export function argumentFaults(
  issues: readonly z.core.$ZodIssue[],
  { args, schema }: { readonly args: unknown; readonly schema: ArgumentSchema },
): string[] {
  return [...new Set(issues.map(({ path }) => faultAt(path, args, schema)))];
}

function faultAt(path: readonly PropertyKey[], args: unknown, schema: ArgumentSchema): string {
  let [value, expected]: [unknown, ArgumentSchema | undefined] = [args, schema];
  for (const name of path) {
    value = (value as Record<PropertyKey, unknown>)[name];
    expected = typeof name === "number" ? expected?.items : expected?.properties?.[String(name)];
  }
  if (path.length === 0) return `the arguments are ${quoteValue(value)}, not an object`;
  const what = path.map(String).join(".");
  if (value === undefined) return `${what} is missing`;
  return `${what} is ${quoteValue(value)}, not ${describe(expected ?? {})}`;
}

/** What a schema takes, in words that follow "not". */
function describe(schema: ArgumentSchema): string {
  if (schema.enum !== undefined) return `one of ${schema.enum.join(", ")}`;
  switch (schema.type) {
    case "string":
      return "a text";
    case "boolean":
      return "true or false";
    case "integer":
      return `a whole number from ${schema.minimum} to ${schema.maximum}`;
    case "array":
      return schema.maxItems === undefined
        ? "a list of texts"
        : `a list of ${schema.minItems ?? 0} to ${schema.maxItems} texts`;
    case "object":
      return `an object with ${Object.keys(schema.properties ?? {}).join(" and ")}`;
  }
  return "what its schema takes";
}
