import { UsageError } from "../../core/user_error.ts";
import type { Tool } from "./tool.ts";

interface Property {
  readonly properties?: Readonly<Record<string, Property>>;
}

/** Every tool takes it, whether its schema says so or not. */
const SESSION = "session_id";

/**
 * The arguments that a tool does not know. A `UsageError` where one is the wrong name of what it knows: to leave that
 * out would lose a lesson, or a filter, without a word.
 */
export function surplusOf(args: unknown, { name, inputSchema }: Tool): string[] {
  if (typeof args !== "object" || args === null || Array.isArray(args)) return [];
  const { properties = {} } = inputSchema as Property;
  const surplus = Object.keys(args).filter((key) => key !== SESSION && !Object.hasOwn(properties, key));
  for (const key of surplus) {
    const meant = meantBy(key, properties);
    if (meant === undefined || Object.hasOwn(args, meant)) continue;
    throw new UsageError(`Cannot run ${name}: it has no argument ${JSON.stringify(key.slice(0, 60))}`, {
      hint: `send ${meant}, as ${schemaOf(meant, properties[meant]!)}`,
    });
  }
  return surplus;
}

/** The property that is spelt so, but for case, marks and a plural, or that holds one of this name. */
function meantBy(key: string, properties: Readonly<Record<string, Property>>): string | undefined {
  const names = Object.keys(properties);
  return names.find((name) => bare(name) === bare(key)) ??
    names.find((name) =>
      Object.keys(properties[name]!.properties ?? {}).some((inner) => bare(inner) === bare(key))
    );
}

function bare(name: string): string {
  return name.toLowerCase().replace(/[^a-z]/g, "").replace(/s$/, "");
}

function schemaOf(name: string, { properties }: Property): string {
  const parts = Object.keys(properties ?? {}).map((part) => `"${part}":…`);
  return `{"${name}":${parts.length === 0 ? "…" : `{${parts.join(",")}}`}}`;
}
