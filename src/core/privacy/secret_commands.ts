import { secretNameKind } from "./secret_names.ts";
import { OPTION } from "./secret_patterns.ts";
import { quotedAt } from "./secret_quotes.ts";
import { collect, matchAt } from "./secret_span.ts";
import type { Span } from "./secret_span.ts";
import { isSecretValue } from "./secret_values.ts";

/** Up to what ends a command; what is between quotes does not. */
const COMMAND =
  /\b(?:mysql|mariadb|sshpass|curl|redis-cli|mongo|ldap|sqlcmd|htpasswd|7z|zip|unzip|(?:docker|podman|nerdctl|helm registry|oras|skopeo|buildah|az|oc) login)(?:"[^"\n]{0,400}"|'[^'\n]{0,400}'|[^\n|;&]){1,500}/g;

/** How a command is given a password: 1 the quote before it, or before the user. What ends in `=` is a cookie. */
const PASSED: Readonly<Record<string, RegExp>> = {
  mysql: / -p(\\*["'])?(?=[^\s"'-])/,
  mariadb: / -p(\\*["'])?(?=[^\s"'-])/,
  "7z": / -p(\\*["'])?(?=[^\s"'-])/,
  sshpass: / -p ?(\\*["'])?/,
  mongo: / -p ?(\\*["'])?/,
  login: / -p ?(\\*["'])?/,
  curl: / (?:-u|--user)[ =]?(\\*["'])?[^\s:"'\\]{1,100}:/,
  "redis-cli": / -a (\\*["'])?/,
  sqlcmd: / -P ?(\\*["'])?/,
  zip: / -P ?(\\*["'])?/,
  ldap: / -w ?(\\*["'])?/,
  htpasswd: / -(?:(?=\w*n)\w*b\w*|\w*b\w* \S{1,200}) \S{1,100} (\\*["'])?/,
};
const CURL_COOKIE = / (?:-b ?|--cookie[ =])(\\*["'])?(?=[\w.-]{1,60}=[^;\s]{6})/;
const NAMES = Object.keys(PASSED);
const BARE = /[^\s"']{3,200}/y;
const REST = /[^\s"']+/y;
const NO_VALUE = /^(?:[$<{]|\\?[(?]|\[redacted:|-\w)|=\[redacted:/;

/** Passwords in options with a telling name, and those that commands take without one. */
export function optionSpans(text: string): Span[] {
  let hasShortOption = false;
  const spans = collect(text, OPTION, (_, hit) => {
    if (hit[1] === undefined) hasShortOption = true;
    return hit[1] === undefined ? undefined : longOptionSpan(text, hit);
  });
  if (!hasShortOption) return spans;
  return spans.concat(collect(text, COMMAND, commandSpan)).sort((a, b) => a.start - b.start);
}

function longOptionSpan(text: string, hit: RegExpExecArray): Span | undefined {
  const [whole, name = "", quote, bare = ""] = hit;
  const kind = secretNameKind(name);
  const end = hit.index + whole.length;
  const from = quote === undefined ? end - bare.length : end;
  const given = quote === undefined ? bare : quotedAt(text, from, quote) ?? "";
  const skipped = given.startsWith("pass:") ? 5 : 0; // as openssl has it
  const value = given.slice(skipped);
  if (kind === undefined || (skipped === 0 && /pass(?:in|out)$/.test(name))) return undefined;
  const form = skipped > 0 || /[\d\W]/.test(value) ? "setting" : quote === undefined ? "bare" : "quoted";
  if (!isSecretValue(value, kind, form)) return undefined;
  return { start: from + skipped, end: from + given.length, kind };
}

function commandSpan(text: string, hit: RegExpExecArray): Span | undefined {
  const command = NAMES.find((name) => /^[a-z\d -]+/.exec(hit[0])?.[0].includes(name)) ?? "";
  return passedSpan(text, hit, PASSED[command]) ??
    (command === "curl" ? passedSpan(text, hit, CURL_COOKIE) : undefined);
}

function passedSpan(text: string, hit: RegExpExecArray, pattern: RegExp | undefined): Span | undefined {
  const option = pattern?.exec(hit[0]);
  if (!option) return undefined;
  const start = hit.index + option.index + option[0].length;
  const quote = option[1];
  const quoted = quote && quotedAt(text, start, quote);
  const value = quoted ?? matchAt(BARE, text, start)?.[0] ?? "";
  if (value.length < 3 || NO_VALUE.test(value)) return undefined;
  const end = start + value.length;
  const rest = quoted === undefined ? matchAt(REST, text, end)?.[0] ?? "" : "";
  return { start, end: end + rest.length, kind: pattern === CURL_COOKIE ? "cookie" : "password" };
}
