import { matchAt } from "./secret_span.ts";
import type { Span } from "./secret_span.ts";
import { isTemplate } from "./secret_templates.ts";
import { isRandom } from "./secret_values.ts";

/** An address with what may be a user without a password, the end of the user, or a webhook. */
export const URL_SECRET =
  /:\/\/(?:([\w-]{20,250})@|[^\s/@"'`<>:[]{0,100}(:)|(?:hooks\.slack\.com\/(?:services|workflows|triggers)|discord(?:app)?\.com\/api\/webhooks)\/([\w/-]{20,200}))/g;
const PASSWORD = /([^\s/"'`<>?#]{1,4000})@/y;
/** Written as no standard allows, in addresses of what is no web site; `localhost:5432/x?y=a@b` has no password. */
const ODD_PASSWORD = /(?!\d{1,5}(?:[/?#,]|$)|\/)((?:[^\s"`<>\\:]|:(?!\/\/)){1,4000})@[\w[]/y;
/** An at sign may stand in the path or the query, and in the next address. */
const MORE_THAN_ONE = /@.*\?|:\/\/|,/;
const SCHEME = /(["']?)([a-z][a-z0-9+.-]{1,20})$/;

/** The secret in an address that a match of URL_SECRET begins. */
export function urlSpan(text: string, hit: RegExpExecArray): Span | undefined {
  const end = hit.index + hit[0].length;
  const [, user, colon, webhook = ""] = hit;
  if (user !== undefined) {
    return isRandom(user) ? { start: end - 1 - user.length, end: end - 1, kind: "token" } : undefined;
  }
  if (colon === undefined) return { start: end - webhook.length, end, kind: "webhook" };
  const plain = matchAt(PASSWORD, text, end)?.[1];
  if (plain !== undefined && isUrlPlaceholder(plain)) return undefined;
  const odd = oddPassword(text, hit.index, end)?.[1];
  const password = plain !== undefined && (odd === undefined || MORE_THAN_ONE.test(odd)) ? plain : odd;
  if (password === undefined || isUrlPlaceholder(password)) return undefined;
  return { start: end, end: end + password.length, kind: "password" };
}

function oddPassword(text: string, colon: number, from: number): RegExpExecArray | null {
  const [, mark = "", scheme = "http"] = SCHEME.exec(text.slice(Math.max(0, colon - 22), colon)) ?? [];
  if (/^(?:https?|wss?|file|vscode|npm|data)$/.test(scheme)) return null;
  const found = matchAt(ODD_PASSWORD, text, from);
  return mark !== '"' && found?.[1]?.includes("'") ? null : found;
}

function isUrlPlaceholder(password: string): boolean {
  return isTemplate(password, false) ||
    /^(?:\[redacted:[a-z0-9-]+\]|(?:your[-_]?)?(?:pass(?:word|wd)?|pw|pwd|secret|token)|x+|\.+)$/
      .test(password.toLowerCase());
}
