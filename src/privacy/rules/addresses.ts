// Privacy rules for secrets in addresses: passwords and tokens before the host, and webhooks.
import { isMixture, isTemplate } from "../heuristics.ts";
import webhooks from "./webhooks.json" with { type: "json" };
import { each, lastGroup, matchAt, proved, type Rule, type Span, unproved } from "../matching.ts";

/** Matches an address up to its password, or with a token alone (group 1). Group 2: `@corp.com` of `me@corp.com:…`. */
const URL_SECRET = /:\/\/(?:([\w-]{20,250})(?::x?)?@|[^\s/@"'`<>:[]{0,100}(@[\w.-]{1,100})?:)/gi;
/** Matches a password with signs that addresses should escape, but not `5432/x?y=a@b` after a host. */
const ODD_PASSWORD = /(?!\d{1,5}(?:[/?#,]|$)|\/)((?:[^\s"`<>\\:]|:(?!\/\/)){1,4000})@[\w[]/y;
/** Matches a text that reaches too far: its last at sign belongs to the query or the next address. */
const REACHES_TOO_FAR = /@.*\?|,/;
const SCHEME = /(["']?)([a-z][a-z0-9+.-]{1,20})$/i; // and the quote before it

function urlSpan(text: string, { index, 1: token, 2: host }: RegExpExecArray, end: number): Span | undefined {
  if (token !== undefined) {
    return isMixture(token) ? { start: index + 3, end: index + 3 + token.length, kind: "token" } : undefined;
  }
  const plain = matchAt(/([^\s/"'`<>?#]{1,4000})@/y, text, end)?.[1];
  if (plain !== undefined && isUrlPlaceholder(plain)) return undefined;
  if (host !== undefined && /^\d{1,5}(?:[,;:]|$)/.test(plain ?? "")) return undefined; // the port of a list of hosts
  const odd = host === undefined ? oddPassword(text, index, end)?.[1] : undefined; // `git@host:owner/name@tag`
  const password = plain !== undefined && (odd === undefined || REACHES_TOO_FAR.test(odd)) ? plain : odd;
  if (password === undefined || isUrlPlaceholder(password)) return undefined;
  return { start: end, end: end + password.length, kind: "password" };
}

function oddPassword(text: string, colon: number, from: number): RegExpExecArray | null {
  const [, mark = "", scheme = "http"] = SCHEME.exec(text.slice(Math.max(0, colon - 22), colon)) ?? [];
  if (/^(?:https?|wss?|file|vscode|npm|data)$/i.test(scheme)) return null; // their paths often have an "@"
  const found = matchAt(ODD_PASSWORD, text, from);
  return mark !== '"' && found?.[1]?.includes("'") ? null : found; // a ' may end the string
}

function isUrlPlaceholder(password: string): boolean {
  return isTemplate(password, false) ||
    /^(?:\[redacted:[a-z0-9-]+\]|(?:your[-_]?)?(?:pass(?:word|wd)?|pw|pwd|secret|token)|x+|\.+)$/
      .test(password.toLowerCase());
}

/** A row of `webhooks.json` has a keyword, and the pattern of an address up to the secret. */
const WEBHOOK = new RegExp(`(?:${webhooks.map(([, before]) => before).join("|")})([\\w/@+-]{20,250})`, "g");
const ORACLE = /oracle:thin:[\w$.]{1,60}\/([^\s"'/@]{4,100})(?=@)/g; // user/password@host

export const ADDRESS_RULES: readonly Rule[] = [
  proved(webhooks.map(([host = ""]) => host), WEBHOOK, lastGroup("webhook")),
  unproved(["oracle:thin:"], ORACLE, lastGroup("password", (password) => !isUrlPlaceholder(password))),
  {
    keywords: ["://"],
    proof:
      /:\/\/(?:[\w-]{20,250}(?::[xX]?)?|[^\s/@"'`<>:[]{0,100}(?:@[\w.-]{1,100})?:(?:[^\s"`<>:]|:(?!\/\/)){1,4000})@/,
    find: each(URL_SECRET, urlSpan),
  },
];
