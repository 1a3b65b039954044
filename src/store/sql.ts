// SQL statements as data. They stand apart from the connection, because idle hooks do not load `node:sqlite`.

/** A value in a column of a STRICT table, other than a blob. */
export type SqlValue = string | number | null;

export type Bound = SqlValue | Uint8Array;

/** A value that can be bound: `undefined` as NULL, a boolean as 1 or 0, a list as JSON, for a column or `json_each`. */
export type Bindable = Bound | boolean | undefined | readonly unknown[];

/** A statement, or a part of one, with the values to bind. */
export class Sql {
  constructor(readonly text: string, readonly values: readonly Bound[]) {}

  /** Throws, so that no part of a statement ends in a plain string, where its values would be lost. */
  toString(): never {
    throw new TypeError("a part of a statement stands in a plain text");
  }
}

/** Makes a statement of a template. Values are bound and never become text; an `Sql` becomes a part of it. */
export function sql(texts: TemplateStringsArray, ...parts: readonly (Bindable | Sql)[]): Sql {
  let text = texts[0] ?? "";
  const values: Bound[] = [];
  for (const [i, part] of parts.entries()) {
    if (part instanceof Sql) values.push(...part.values);
    else values.push(bound(part));
    text += (part instanceof Sql ? part.text : "?") + texts[i + 1];
  }
  return new Sql(text, values);
}

/** Makes a part of a statement from text that the program has written itself, such as a table's name. */
export const raw = (text: string): Sql => new Sql(text, []);

export function list(values: readonly (string | number)[]): Sql {
  return sql`(select value from json_each(${values}))`;
}

export function asRow(columns: Readonly<Record<string, Bindable>>): Sql {
  const values = Object.values(columns).map((value) => sql`${value}`);
  return sql`(${raw(Object.keys(columns).map(quoted).join(", "))}) values (${join(values)})`;
}

/** Joins parts of a statement; with a comma, unless another separator is given. */
export function join(parts: readonly Sql[], separator: Sql = sql`, `): Sql {
  return parts.reduce((all, one, i) => i === 0 ? one : sql`${all}${separator}${one}`, sql``);
}

/** Joins conditions with `and`, so one with `or` needs parentheses. Leaves out `false` and `undefined`. */
export function every(...conditions: readonly (Sql | false | undefined)[]): Sql {
  return join([sql`true`, ...conditions.filter((one) => one instanceof Sql)], sql` and `);
}

/** Converts a value for binding. NULs are replaced, because `node:sqlite` reads a text only up to the first. */
export function bound(value: Bindable): Bound {
  if (typeof value === "string" && value.includes("\0")) return value.replaceAll("\0", "\ufffd");
  if (Array.isArray(value)) return JSON.stringify(value);
  if (typeof value === "boolean") return value ? 1 : 0;
  return (value ?? null) as Bound;
}

export function quoted(name: string): string {
  return /^[a-z_]+$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`;
}
