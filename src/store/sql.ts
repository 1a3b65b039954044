// Apart from the connection, as hooks that have nothing to ask do without SQLite.

/** A value that SQLite takes and gives in a STRICT table without blobs. */
export type SqlValue = string | number | null;

/** A value as it is bound: nothing is `null`, a claim is 1 or 0, and a list is JSON, for `json_each`. */
export type Bindable = SqlValue | Uint8Array | boolean | undefined | readonly unknown[];

/** A statement, or a part of one, with the values that it is to be run with. */
export class Sql {
  readonly text: string;
  readonly values: readonly (SqlValue | Uint8Array)[];

  constructor(text: string, values: readonly (SqlValue | Uint8Array)[]) {
    this.text = text;
    this.values = values;
  }

  /** Keeps a part of a statement from being lost in a text. */
  toString(): never {
    throw new TypeError("a part of a statement stands in a plain text");
  }
}

/** Every value stands where it is bound, and is never a part of the text; another `Sql` is. */
export function sql(texts: TemplateStringsArray, ...parts: readonly (Bindable | Sql)[]): Sql {
  let text = texts[0] ?? "";
  const values: (SqlValue | Uint8Array)[] = [];
  for (const [i, part] of parts.entries()) {
    if (part instanceof Sql) values.push(...part.values);
    else values.push(bound(part));
    text += (part instanceof Sql ? part.text : "?") + texts[i + 1];
  }
  return new Sql(text, values);
}

/** A part of a statement that the program has put together itself, such as the name of a table. */
export function raw(text: string): Sql {
  return new Sql(text, []);
}

/** The values of a list, to stand behind `in`. */
export function list(values: readonly (string | number)[]): Sql {
  return sql`(select value from json_each(${values}))`;
}

/** All of these conditions. */
export function every(conditions: readonly Sql[]): Sql {
  return conditions.reduce((all, one) => sql`${all} and ${one}`, sql`true`);
}

/** `node:sqlite` reads a text up to its first NUL alone, so that the rest would be kept and never seen again. */
export function bound(value: Bindable): SqlValue | Uint8Array {
  if (typeof value === "string" && value.includes("\0")) return value.replaceAll("\0", "\ufffd");
  if (Array.isArray(value)) return JSON.stringify(value);
  if (typeof value === "boolean") return value ? 1 : 0;
  return (value ?? null) as SqlValue | Uint8Array;
}
