import { fileName } from "./file_key.ts";

/** A name with an extension, as it stands in a text. */
const NAME = /[\w@+-][\w.@+-]{0,80}\.[A-Za-z][A-Za-z0-9_]{0,9}(?![\w-])/g;
/** A path in quotation marks, as in a list of files; its last part need not have an extension. */
const QUOTED = /"((?:[^"\\]|\\.){1,400})"/g;
/** An item that names more is a listing. */
const MAX_NAMES = 60;

/** Names of the files that texts mention or JSON lists hold, each once. */
export function fileNamesIn(texts: readonly (string | null)[]): string[] {
  const names = new Set<string>();
  for (const text of texts) {
    if (text === null) continue;
    for (const [name] of text.matchAll(NAME)) names.add(name);
    if (!text.startsWith("[")) continue;
    for (const [, path = ""] of text.matchAll(QUOTED)) names.add(fileName(path.replace(/[/\\]+$/, "")));
  }
  names.delete("");
  return [...names].slice(0, MAX_NAMES);
}
