import { matchAt } from "./secret_span.ts";
import type { Span } from "./secret_span.ts";
import { FILLER, isRandom } from "./secret_values.ts";

/** What the tokens of a service begin with, as far as the last separator before the random part. */
export const PREFIXES: Readonly<Record<string, string>> = {
  "github-token": "ghp_ gho_ ghu_ ghs_ ghr_ github_pat_",
  "gitlab-token": "glpat- gloas- gldt- glrt- glrtr- glcbt- glptt- glft- glimt- glagent- glsoat- glffct-",
  "slack-token": "xoxa- xoxb- xoxe- xoxo- xoxp- xoxr- xoxs- xoxc- xoxd- xapp-",
  "stripe-key": "sk_live_ sk_test_ sk_prod_ rk_live_ rk_test_ rk_prod_ whsec_",
  "anthropic-key": "sk-ant-",
  "openai-key": "sk- sk-proj- sk-svcacct- sk-admin- sk-or-",
  "npm-token": "npm_",
  "pypi-token": "pypi-",
  "sendgrid-key": "SG.",
  "shopify-token": "shpat_ shpca_ shppa_ shpss_",
  "huggingface-token": "hf_ api_org_",
  "vault-token": "hvs. hvb. hvr.",
  "doppler-token": "dp.pt. dp.st. dp.ct. dp.sa. dp.scim. dp.audit.",
  "linear-key": "lin_api_ lin_oauth_",
  "digitalocean-token": "dop_v1_ doo_v1_ dor_v1_",
  "google-oauth": "ya29. GOCSPX-",
  "grafana-token": "glsa_ glc_",
  "docker-token": "dckr_pat_ dckr_oat_",
  "sentry-token": "sntrys_ sntryu_",
  "postman-key": "PMAK-",
  "pulumi-token": "pul-",
  "planetscale-token": "pscale_tkn_ pscale_pw_ pscale_oauth_",
  "rubygems-key": "rubygems_",
  "figma-token": "figd_ figo_ figr_",
  "supabase-key": "sbp_ sb_secret_",
  "notion-token": "ntn_ secret_", // behind what ends in the same
  "model-provider-key": "gsk_ pplx- xai- nvapi- tvly- lsv2_pt_ lsv2_sk_ pcsk_ r8_",
  "square-token": "sq0csp- sq0atp-",
  "mailgun-key": "key-",
  "brevo-key": "xkeysib-",
  "age-key": "AGE-SECRET-KEY-",
  "fly-token": "fo1_ fm1a_ fm1r_ fm2_",
  "tailscale-key": "tskey-auth- tskey-api- tskey-client-",
  "sourcegraph-token": "sgp_",
  "1password-token": "ops_ A3-",
  "terraform-token": ".atlasv1.",
  "dynatrace-token": "dt0c01. dt0s01.",
  "openshift-token": "sha256~",
  "cloudflare-key": "v1.0-",
  "newrelic-key": "NRAK-",
  "sonar-token": "squ_ sqp_ sqa_",
  "netlify-token": "nfp_",
  "buildkite-token": "bkua_",
  "circleci-token": "CCIPAT_",
  "contentful-token": "CFPAT-",
  "apify-token": "apify_api_",
  "posthog-key": "phx_",
  "heroku-key": "HRKU-",
};

/** Shapes that begin without a separator; the scan stops inside their first letters, at the rarest one. */
const FIXED: readonly (readonly [string, RegExp])[] = [
  ["aws-access-key", /A(?:KIA|SIA|BIA|CCA|3T[A-Z0-9])[A-Z2-7]{16}(?![A-Za-z0-9])/y],
  ["jwt", /eyJ[\w-]{10,}\.[\w-]{10,}(?:\.[\w-]*){0,3}/y],
  ["registry-token", /eyJ(?:hdXRocyI6|wYXlsb2FkIjoi)[A-Za-z0-9+/]{20}/y], // of docker and of AWS, in base64
  ["google-api-key", /AIza[\w-]{35}(?![\w-])/y],
  ["atlassian-token", /ATATT3[\w=-]{60}/y],
  ["artifactory-key", /AKCp[A-Za-z0-9]{60}/y],
  ["aws-bedrock-key", /ABSK[A-Za-z0-9+/]{60}/y],
  ["facebook-token", /EAA[A-Z][A-Za-z0-9]{60}/y],
  ["alibaba-key", /LTAI[A-Za-z0-9]{20}(?![A-Za-z0-9])/y],
  ["databricks-token", /dapi[0-9a-f]{32}(?![A-Za-z0-9])/y],
  ["twilio-key", /SK[0-9a-f]{32}(?![A-Za-z0-9])/y],
  [
    "private-key", // in base64, as kubeconfig files and secrets of Kubernetes have it
    /LS0tLS1CRUdJTiB(?:QUklW|[SE]U0EgUFJJ|FQyBQUklW|PUEVOU1NIIFBS|FTkNSWVBURUQgUFJJ)[A-Za-z0-9+/]{20}/y,
  ],
];

/** How many letters of a shape, group by group, stand ahead of where FIXED_SCAN stops. */
const FIXED_LEAD = [2, 3, 2, 3, 3, 3, 12];

/** Where the general rule, a body that looks random, would take in too much. */
const BODIES: Readonly<Record<string, RegExp>> = {
  "openai-key": /^(?!ant-)/,
  "mailgun-key": /^[0-9a-f]{32}/,
  "notion-token": /^[A-Za-z0-9]{40}/,
  "huggingface-token": /^[A-Za-z0-9]{30}/,
};
const DISCORD = /(?:^|[^\w.-])([MNO][\w-]{23,27}\.[\w-]{6}\.)$/;
const BODY = /[\w-]+(?:[.+/=~][\w+/=~-]{16,})*/y;
const SAMPLE = 64;
const REST = /[\w+/=-]*/y;
/** Base64 is folded at 64 or 76 characters. */
const FOLDED_REST = /[\w+/=-]*(?:(?:\\[nr]|\s){1,80}[A-Za-z0-9+/]{30}[\w+/=-]*)*/y;

/** The token around a match of PREFIX_SCAN, if its prefix is known and its body looks generated. */
export function prefixedTokenAt(text: string, hit: RegExpExecArray): Span | undefined {
  const bodyStart = hit.index + 1;
  const prefix = prefixBefore(text, bodyStart, hit[1] ?? "");
  if (prefix === undefined) return undefined;
  // Judged by its beginning: a text of nothing but prefixes would otherwise be read to its end at each of them.
  const sample = text.slice(bodyStart, bodyStart + SAMPLE);
  const sampleBody = /^[\w-]*/.exec(sample)?.[0] ?? "";
  if (!isRandom(sampleBody) || BODIES[prefix.kind]?.test(sample) === false) return undefined;
  BODY.lastIndex = bodyStart;
  BODY.test(text);
  return { ...prefix, end: BODY.lastIndex };
}

let allPrefixes: string | undefined;

function prefixBefore(
  text: string,
  bodyStart: number,
  word: string,
): { kind: string; start: number } | undefined {
  const separator = text[bodyStart - 1] ?? "";
  const plain = word[0] === "\\" ? word.slice(2) : word[0] === "%" ? word.slice(3) : word;
  allPrefixes ??= Object.values(PREFIXES).join(" ");
  if (plain.length < 13 && allPrefixes.includes(plain + separator)) {
    for (const [kind, prefixes] of Object.entries(PREFIXES)) {
      const start = prefixes.split(" ").map((prefix) => prefixStart(text, bodyStart, prefix)).find((at) =>
        at >= 0
      );
      if (start !== undefined) return { kind, start };
    }
  }
  if (separator === "~" && /\dQ$/.test(word)) return { kind: "azure-secret", start: bodyStart - 6 };
  const discord = separator === "." && text[bodyStart - 8] === "."
    ? DISCORD.exec(text.slice(Math.max(0, bodyStart - 40), bodyStart))
    : null;
  return discord === null
    ? undefined
    : { kind: "discord-token", start: bodyStart - (discord[1] ?? "").length };
}

function prefixStart(text: string, bodyStart: number, prefix: string): number {
  const start = bodyStart - prefix.length;
  return text.endsWith(prefix, bodyStart) && (prefix[0] === "." || isEdge(text, start)) ? start : -1;
}

/** The shape a match of FIXED_SCAN stopped in, if it is one. */
export function fixedShapeAt(text: string, hit: RegExpExecArray): Span | undefined {
  const lead = FIXED_LEAD[hit.findIndex((part, i) => i > 0 && part !== undefined) - 1] ?? 0;
  const start = hit.index + 1 - lead;
  if (!isEdge(text, start)) return undefined;
  for (const [kind, shape] of FIXED) {
    // A JWT may be of any length, so each run of its characters gets one attempt; base64 is full of "EAAB".
    if (kind === "jwt" && /[_-]/.test(text[start - 1] ?? "")) continue;
    if (kind === "facebook-token" && /[+/]/.test(text[start - 1] ?? "")) continue;
    shape.lastIndex = start;
    if (!shape.test(text)) continue;
    const end = shape.lastIndex;
    const token = text.slice(start, Math.min(end, start + SAMPLE));
    if (!isRandom(token) && !(kind === "aws-access-key" && looksLikeAwsKey(token))) return undefined;
    const rest = matchAt(kind === "private-key" ? FOLDED_REST : REST, text, end);
    return { kind, start, end: end + (rest?.[0].length ?? 0) };
  }
  return undefined;
}

/** One in six of these keys has a single digit or none; what begins with `ASIA` may be words run together. */
function looksLikeAwsKey(token: string): boolean {
  return !FILLER.test(token) && (token.startsWith("AKIA") || /[2-7]/.test(token.slice(4)));
}

function isEdge(text: string, start: number): boolean {
  const before = text.slice(Math.max(0, start - 3), start);
  return !/[A-Za-z0-9]$/.test(before) || /(?:\\[nrt]|%[0-9A-F]{2})$/.test(before);
}
