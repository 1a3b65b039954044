import { KEY_OWNERS } from "./telling_words.ts";

export type NamedKind = "password" | "secret" | "token" | "key" | "credential" | "authorization" | "cookie";

/** Spelt out because the flag `i` costs a new process more than the search. */
const HINT =
  /[Pp][Aa][Ss][Ss]|PW|[Pp]w|[Ss][Ee][Cc][Rr]|[Tt][Oo][Kk][Ee]|[Kk][Ee][Yy]|[Aa][Uu][Tt][Hh]|[Cc][Rr][Ee][Dd]|[Cc][Oo][Oo][Kk]|SESS|sessid|NNWOR|nnwor|SENHA|enha|TRASE|trase|АРОЛЬ|ароль|密码|\b[Ss]ig/;

/** What a name ends in when its value is about the secret and not the secret. */
const ABOUT = new RegExp(
  "_(?:ids?|names?|types?|url|uri|path|file|files|dir|len|length|size|count|limits?|fields?|expir\\w*|ttl|age" +
    "|policy|rules?|hash|regex|pattern|prefix|suffix|headers?|env|var|ref|arn|version|alg\\w*|endpoint|params?|label" +
    "|index|pos|position|start|end|hint|help|errors?|message|placeholder|input|form|kind|format|status|state" +
    "|usage|budget|manager|provider|store|service|handler|list|set|map|vault|required|enabled|valid\\w*|check\\w*" +
    "|col|column|desc\\w*|title|text|class|selector|at|on|by|method|mode|scheme|reset|changed?|exists)$",
);
const PLACE = /(?:^|_)(?:page|sync|cursor|cancell?ation|continuation|next)_?token$/;

/** One pattern with a group per kind, as a new process pays for each pattern it uses. */
const KINDS: readonly NamedKind[] = [
  "password",
  "cookie",
  "token",
  "authorization",
  "credential",
  "key",
  "secret",
];
const TELLING = new RegExp(
  "((?<!1)passw(?:or)?[dt]|passphrase|passcode|kennwort|contrase[nñ]a|(?:^|_)(?:senha|пароль|密码)(?:_|$)|(?:^|_)(?:pwd?|passe?)(?:_|$)|[a-z](?<!by|com)(?:pass|pwd)$|^_?pass(?:in|out)$)" +
    "|((?:^|_)cookies?$)" +
    "|(token(?!s$|iz|_?count)|sessid|jsession|(?:^|_)(?:sess|session_key)$)" +
    "|((?:^|_)(?:authorization|auth)$)" +
    "|((?:^|_)credentials?$)" +
    `|((?:${KEY_OWNERS})_?keys?(?:_|\\d|$)` +
    "|(?:amz|goog)_signature$|^sig$)" +
    "|(secret(?!s?_?manager))",
);

/** Whether any of the names in the text, one a line, is worth the closer look of `secretNameKind`. */
export function mayNameSecret(names: string): boolean {
  return HINT.test(names);
}

/** The same few names come up again and again in one text; bounded for programs that live longer than a hook. */
const known = new Map<string, NamedKind | undefined>();
const MAX_KNOWN = 2000;

/** What kind of secret a variable, field, option or header of this name holds; undefined for none. */
export function secretNameKind(name: string): NamedKind | undefined {
  if (name.length > 100 || !HINT.test(name)) return undefined;
  if (known.has(name)) return known.get(name);
  if (known.size >= MAX_KNOWN) known.clear();
  const kind = kindOf(name);
  known.set(name, kind);
  return kind;
}

function kindOf(name: string): NamedKind | undefined {
  const words = name.replace(/([a-z0-9])([A-Z])/g, "$1_$2").replace(/[^A-Za-z0-9ÑñА-яЁё密码]+/g, "_")
    .toLowerCase();
  const match = TELLING.exec(words);
  if (match === null || ABOUT.test(words) || PLACE.test(words)) return undefined;
  return KINDS[match.findIndex((part, i) => i > 0 && part !== undefined) - 1];
}
