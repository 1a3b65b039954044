import { FILLER, isGenerated, isRandom, isSecretValue } from "../proof.ts";
import { each, lastGroup, matchAt, type Rule } from "../reading.ts";

/**
 * The kind of token, and what it begins with; behind that stands a run of 16 and more that only a generator makes.
 * A beginning that another one ends with stands below it.
 */
const BEGINNINGS = `
github-token              ghp_ gho_ ghu_ ghs_ ghr_ github_pat_
gitlab-token              glpat- gloas- gldt- glrt- glrtr- glcbt- glptt- glft- glimt- glagent- glsoat- glffct-
stripe-key                whsec_
openai-key                sk-proj- sk-svcacct- sk-admin- sk-or-
anthropic-key             sk-ant-
openai-key                sk-
npm-token                 npm_
pypi-token                pypi-
shopify-token             shpat_ shpca_ shppa_ shpss_
huggingface-token         hf_ api_org_
vault-token               hvs. hvb. hvr.
doppler-token             dp.pt. dp.st. dp.ct. dp.sa. dp.scim. dp.audit.
linear-key                lin_api_ lin_oauth_
digitalocean-token        dop_v1_ doo_v1_ dor_v1_
google-oauth              ya29. GOCSPX-
grafana-token             glsa_ glc_
docker-token              dckr_pat_ dckr_oat_
sentry-token              sntrys_ sntryu_
postman-key               PMAK-
pulumi-token              pul-
rubygems-key              rubygems_
figma-token               figd_ figo_ figr_
supabase-key              sbp_ sb_secret_
notion-token              ntn_
model-provider-key        gsk_ pplx- xai- nvapi- tvly- lsv2_pt_ lsv2_sk_ pcsk_ r8_
square-token              sq0csp- sq0atp-
brevo-key                 xkeysib-
age-key                   AGE-SECRET-KEY-
fly-token                 fo1_ fm1a_ fm1r_ fm2_
tailscale-key             tskey-auth- tskey-api- tskey-client-
sourcegraph-token         sgp_
1password-token           ops_
dynatrace-token           dt0c01. dt0s01.
openshift-token           sha256~
cloudflare-key            v1.0-
newrelic-key              NRAK- NRII- NRJS-
sonar-token               squ_ sqp_ sqa_
netlify-token             nfp_
buildkite-token           bkua_
circleci-token            CCIPAT_
contentful-token          CFPAT-
apify-token               apify_api_
posthog-key               phx_
heroku-key                HRKU-
adobe-secret              p8e-
clojars-token             CLOJARS_
defined-networking-token  dnkey-
intra42-secret            s-s4t2ud- s-s4t2af-
prefect-token             pnu_
readme-token              rdme_
scalingo-token            tk-us-
settlemint-token          sm_aat_ sm_pat_ sm_sat_
shippo-token              shippo_live_ shippo_test_
typeform-token            tfp_
`;

/** Tokens of which more is known: the kind, the beginnings, the shape behind them, an example of that in two halves. */
const SHAPES = String.raw`
anthropic-key      sk-ant-                     (?:api03|admin01)-[\w-]{93}AA       api03-srKrxqVqmCplppjs46LmuezqpGHoPZgPDcgaE4bQ 9Lx2Vt7Yd0Kf3Zn8Rw5Jc1Hs6MusrKrxqVqmCplppjs46LmuezqpGAA
mailgun-key        key- pubkey-                [0-9a-f]{32}                        0b7cbcbe356fe4ae ec29f68d0cd8c353
notion-token       secret_                     [A-Za-z0-9]{40,}                    wY2orTyRqBRlEaZUZrwp PtuEFBNOfQ5xj7t2ydf0K5u
gitlab-session     _gitlab_session=            [0-9a-z]{32}                        q16y3w3qt068ji1a huuary4m4zwdoz94
aws-bedrock-key    bedrock-api-key-            YmVkcm9jay5hbWF6b25hd3MuY29t[\w+/=-]*  YmVkcm9jay5hbWF6b25hd3 MuY29t
aws-access-key     ASIA ABIA ACCA              (?=[A-Z]*[2-7])[A-Z2-7]{16}         3DHODZDO CIS2JHTL
slack-token        xoxa- xoxb- xoxe- xoxo- xoxp- xoxr- xoxs- xoxc- xoxd- xapp-  (?:\d+-){0,3}(?=[A-Za-z]*\d)[A-Za-z\d]{8,}[\w-]*  404104234685-3560688310679-WiP3 sFd67JikEAvstqVVPqzP
stripe-key         sk_live_ sk_test_ sk_prod_ rk_live_ rk_test_ rk_prod_  (?=[A-Za-z]*\d)[A-Za-z0-9]{10,}     Io1phE zFRXdcl
1password-token    ops_eyJ                     [A-Za-z0-9+/]{100,}={0,3}           S7H+SplF7t6As9LYUQzIhSoV0EgSNLj10Cx2gIhE67sV/UZ2cibx zKzfE7zj2Lk2Fz41ovpj0tsPKbMWqiVZ+s//dfICBOOpUlR8p3==
planetscale-token  pscale_tkn_ pscale_pw_ pscale_oauth_  [\w=.-]{32,64}                      CPz.fjGCB5SeGESNg5 4uGsG=QeO3ywF069Y_
fly-token          fm1a_ fm1r_ fm2_            [A-Za-z0-9+/]{60,}={0,3}            gXHCSzTuk2Avm9tRUd1T9IVdwp5NDX WXGPpyPhWyXorU/y5mLp9ootVWwWr5
grafana-token      glc_                        [A-Za-z0-9+/]{32,}={0,3}            LxJSmzYKSu1K1kcQPW c/NvcVEhmmFNTXEB===
grafana-token      eyJrIjoi                    [A-Za-z0-9+/]{50,}={0,3}            JwoVlAI1f7b4fUiTbUx17/7tZG1 DtgVw7xz8HVLxaC1sFJTCgLY===
duffel-token       duffel_test_ duffel_live_   [\w=-]{43}                          oJfi1Mu-Wy0=k76VtPpts lC0sqFQyBH0YtNmHgH8sUH
flutterwave-key    FLWSECK_TEST- FLWPUBK_TEST-  [a-hA-H0-9]{12}(?:[a-hA-H0-9]{20}-X)?  56HE5b F3cbFc
frameio-token      fio-u-                      [\w=-]{64}                          cHJuYVqY4r-XtFoV8Lwuf83GWi9mFKtk 55llMfTayuNIp-Xz3PZF7xlYQj=T0ipa
easypost-key       EZAK EZTK                   [A-Za-z0-9]{54}                     WuVD6eKoApkFpeoMoYkW79kLCbS rHs7xHx2TpMuVNnRgg5bLjZVSOo
clickhouse-key     4b1d                        (?=[a-z0-9]*[A-Z])[A-Za-z0-9]{38}   lxtApdEkMUcydtTLTOp 6luE8lOWydGKROE7bxj
gitlab-token       GR1348941                   [\w-]{20}                           g9q2Yml1ln JHdPnrkYte
artifactory-key    AKCp                        [A-Za-z0-9]{60,}                    w5JWbaWwJD9nQEtThujsOfa1taSXX2 Uy8c9EHWcb5QG3gyN3a2BxMffuXyYK
artifactory-key    cmVmd                       [A-Za-z0-9]{59}                     xgMagE7U30xQFAIuNUPIO1mT5J3X6 6OUm8tt4YF2PKpy0G9VZPLY2feTbOp
databricks-token   dapi                        [0-9a-f]{32}(?:-\d)?                f98780dba28514af d01a16368cc0888b
google-api-key     AIza                        [\w-]{35}(?![\w-])                  zVTTsRTl4CbEAnc2I _sLY5Lp-DFgqaM8Clx
atlassian-token    ATATT3                      [\w=-]{60,}                         Py7jC1jG8bMvKl1WA_uKNmxfyCnwkP odeGYC1ytabpDs197gO7j7NE9=CINC
alibaba-key        LTAI                        [A-Za-z0-9]{20}                     FhN5S4Y6e0 v4kGiArQva
aws-bedrock-key    ABSK                        [A-Za-z0-9+/]{60,}={0,2}            w975GfUejiwWb5ZFLMyJuMp+GwbeKdg UN/eaCVY0CcpXRrplMpWHC1xVzwAf==
registry-token     eyJhdXRocyI6 eyJwYXlsb2FkIjoi  [A-Za-z0-9+/]{20,}={0,2}            o4Oc07DB1Uyw4 LdxSrx6LNv30==
jwt-in-base64      ZXlK                        [\w+/-]{40,}={0,2}                  hbGNpT2lKSVV6STFOaUlz SW5SNWNDSTZJa3BYVkNKOS5leUoxSWpv
1password-token    A3-                         [A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})(?:-[A-Z0-9]{5}){3}  4PLULJ-O411SI-GC1G H-0CI5J-YAUP5-N24EC
sendgrid-key       SG.                         [\w=.-]{60,70}                      V.ob8R3pe6gIhTet1cHwysfStIWxP_s aChCK7UWlPF5G5I4kHLytnpEpfOiSOWh
harness-token      pat. sat.                   [\w-]{22}\.[A-Za-z0-9]{24}\.[A-Za-z0-9]{20}  O7UYJMJIVLQYI5NENgt9OJ.I9m2HlJZJYz jGJCk9ywPuTGK.OoodyY1zN6HY2mfdcrA4
octopus-key        API-                        [A-Z0-9]{26}                        NVB1J0SKYZNWH W3DELN6VU1YPL
authress-key       sc_ ext_ scauth_ authress_  [A-Za-z0-9]{5,30}\.[A-Za-z0-9]{4,6}\.acc[_-][A-Za-z0-9-]{10,32}\.[\w+/=-]{30,120}  3OdqcKJXpJ.h3tWx.acc-je9aZHIqL609Mr3 X.5e_crWt55-rLeam8oujYL3C/dIahY/EXsnN
mapbox-token       pk. sk.                     [A-Za-z0-9]{60}\.[\w-]{22}          CGDnRHV2YhtQf2h5RZCN0bvdIy1uPk9moWgCcIETC zK9P5oZCLnIPRgijtE1.w-ZoBoNpZt1ZZHXj3cbeZq
twilio-key         SK                          [0-9a-fA-F]{32}                     fBc7244F4961e6af 2B8cCfA22c863de6
facebook-token     EAA                         (?<![+/]EAA)[A-Z][A-Za-z0-9]{60,}   KurMm7gxTWeW6G1IvZmCDOQSBcoomo 5RCep9hNM9NC4ynAAj3q0PReXMDKC6b
square-token       EAAA                        (?<![+/]EAAA)(?=[\w-]*\d)[\w-]{22,60}  E1Q126nBEfm KLn5G2y0Nfd
vault-token        s.                          (?=[a-zA-Z]*[0-9])[A-Za-z0-9]{24}   ZC9Ecf4M5g9o 34Q6RkzGsj0z
airtable-token     pat                         [A-Za-z0-9]{14}\.[a-f0-9]{64}       wVFP1fTHafoun9.84c99a6233ed5719300dfe73 6c6f5bf4ead610af74b44bf74112360deafb6b30
lob-key            live_ test_ live_pub_ test_pub_  [a-fA-F0-9]{31}(?:[a-fA-F0-9]{4})?        b2f2b756ab17dec1 4840c2daae3d15836c2
infracost-key      ico-                        (?<!\.ico-)[A-Za-z0-9]{32}          FTJGv6tjQfpGWajf M42jMn9PDvzEMnaJ
`;

/** The body of a token by which examples show its beginnings; with nearly all of them it is a secret. */
const SOME_BODY = "lm7tOtHWnsCGRlrw·ZbqcabUGJmGEp7CgQ0PB";

/** Behind no letter and no digit, but for those of an escape: of a string in a string, or of an address. */
const EDGE = String.raw`(?:(?<![A-Za-z0-9])|(?<=\\[nrt]|%[0-9A-F]{2}))`;
const BODY = /[\w-]+(?:[.+/=~][\w+/=~-]{16,})*/y;
const SAMPLE = 64;
/** Text of any kind has so many different units before it says anything. */
const MIN_UNITS = 5;
const STAND_IN = /^[-_]*your|^[-_.]*(?:x|0|\*)+$/i;
const NOTHING = "x".repeat(64);

function rowsOf(table: string): string[][] {
  return table.trim().split("\n").map((row) => row.split(/ {2,}/));
}

/** A longer beginning goes before one that it begins with. */
function words(prefixes: string): string[] {
  return prefixes.split(" ").sort((a, b) => b.length - a.length);
}

function patternOf(prefixes: string, shape: string): RegExp {
  return new RegExp(`${EDGE}${either(prefixes)}(${shape})`, "g");
}

function either(prefixes: string): string {
  return `(?:${words(prefixes).join("|").replaceAll(".", "\\.")})`;
}

/** Shorter beginnings stand in many words, so that only what stands behind them tells. */
const LONG_BEGINNING = 6;

/** One proof for all rows is made in a tenth of the time that one for each takes. */
const GENERATED = new RegExp(
  `${either(rowsOf(BEGINNINGS).map(([, prefixes]) => prefixes).join(" "))}[\\w-]{16}`,
);

/** Of a hundred patterns a text needs few: each is made when a keyword of its row stands for the first time. */
function lazily(make: () => Rule["find"]): Rule["find"] {
  let find: Rule["find"] | undefined;
  return (text) => (find ??= make())(text);
}

/** Judged by its beginning: a text of nothing but prefixes would otherwise be read to its end at each of them. */
function generated([kind = "", prefixes = ""]: readonly string[]): Rule {
  return {
    keywords: prefixes.toLowerCase().split(" "),
    proof: GENERATED,
    find: lazily(() =>
      each(patternOf(prefixes, "(?=[\\w-]{16})"), (text, { index, 0: prefix }) => {
        const start = index + prefix.length;
        const sample = /^[\w-]*/.exec(text.slice(start, start + SAMPLE))?.[0] ?? "";
        if (!isRandom(sample) && !isGenerated(sample)) return undefined;
        return { start: index, end: start + (matchAt(BODY, text, start)?.[0].length ?? 0), kind };
      })
    ),
    ...examplesOf(kind, prefixes, SOME_BODY),
  };
}

function shaped([kind = "", prefixes = "", shape = "", example = ""]: readonly string[]): Rule {
  const isCommon = prefixes.split(" ").some((prefix) => prefix.length < LONG_BEGINNING);
  return {
    keywords: prefixes.toLowerCase().split(" "),
    ...isCommon && { proof: new RegExp(either(prefixes) + shape) },
    find: lazily(() =>
      each(
        patternOf(prefixes, `(?:${shape})(?![A-Za-z0-9])`),
        (_, { index, 0: token, 1: body = "" }) =>
          isVaried(body) ? { start: index, end: index + token.length, kind } : undefined,
      )
    ),
    ...examplesOf(kind, prefixes, example.replace(" ", "·")),
  };
}

/** The body behind each of the beginnings, and behind each of them nothing but filler. */
function examplesOf(kind: string, prefixes: string, body: string): Pick<Rule, "hides" | "leaves"> {
  const all = prefixes.split(" ");
  return {
    hides: { [kind]: all.map((prefix) => `see "«${prefix}${body}»" here`) },
    leaves: all.map((prefix) => `see ${prefix}${NOTHING} here`),
  };
}

/** Neither filler nor what stands in for a token. */
function isVaried(body: string): boolean {
  const sample = body.slice(0, SAMPLE);
  return !FILLER.test(sample) && !STAND_IN.test(sample) && new Set(sample).size > MIN_UNITS;
}

const AWS_KEY = /(?<![A-Za-z0-9])(A(?:KIA|3T[A-Z0-9])[A-Z2-7]{16})(?![A-Za-z0-9])/g;
/** The secret half has no shape of its own: 40 characters behind the other half, in Amazon's table behind a date. */
const AWS_SECRET =
  /(?<=\[redacted:aws-access-key\](?:[\s,:|"'\\]{1,8}\d{4}-[\w:.+-]{6,30})?[\s,:|"'\\]{1,8})([A-Za-z0-9/+]{40})(?![A-Za-z0-9/+])/g;
const AZURE = new RegExp(String.raw`${EDGE}([\w~.]{3}\dQ~[\w~.-]{31,34})(?![\w~-])`, "g");
/** Base64 is folded at 64 or 76 characters. */
const KEY_IN_BASE64 =
  /(?<![A-Za-z0-9])LS0tLS1CRUdJTiB(?:QUklW|[SE]U0EgUFJJ|FQyBQUklW|PUEVOU1NIIFBS|FTkNSWVBURUQgUFJJ)[A-Za-z0-9+/]{20}[\w+/=-]*(?:(?:\\[nr]|\s){1,80}[A-Za-z0-9+/]{30}[\w+/=-]*)*/g;

export const TOKEN_RULES: readonly Rule[] = [
  {
    keywords: ["akia", "a3t"],
    proof: /A(?:KIA|3T[A-Z0-9])[A-Z2-7]{16}/,
    find: lastGroup(AWS_KEY, "aws-access-key", isVaried),
    hides: {
      "aws-access-key": ["aws_access_key_id = «AK·IAUJZDEGXDNCF32EPF»", "Key «AK·IAUJZDEGXDNCFWQEPK»"],
    },
    leaves: ["AKIAXXXXXXXXXXXXXXXX"],
  },
  ...rowsOf(SHAPES).map(shaped),
  {
    keywords: ["aws-access-key"],
    find: lastGroup(AWS_SECRET, "aws-secret-key"),
    hides: {
      "aws-secret-key": ["[redacted:aws-access-key]\t«gLKOmxgJTeKdNnFRIBXu·DL7DxtpYlSXpfKtHF4vU»\tActive"],
    },
  },
  ...rowsOf(BEGINNINGS).map(generated),
  {
    keywords: ["eyj", ".ey"],
    proof: /ey(?:J[\w-]{10,}\.|[A-Za-z0-9]{17,}\.ey)[\w/-]{10}/,
    find: each(
      /(?<![\w-])ey(?:J[\w-]{10,}\.|[A-Za-z0-9]{17,}\.ey)[\w/-]{10,}(?:\.[\w/-]*){0,3}/g,
      (_, { index, 0: token }) => {
        return isRandom(token.slice(0, SAMPLE))
          ? { start: index, end: index + token.length, kind: "jwt" }
          : undefined;
      },
    ),
    hides: { jwt: ["got «ey·JhbGciOiJIUzI1NiJ9.eyJzdWIiOiI0MiJ9.·kQ2xW9vB7nM4zL1pR8sT» back"] },
    leaves: ["sourceMappingURL=data:application/json;base64,eyJ2ZXJzaW9uIjozLCJzb3VyY2VzIjpbImEudHMiXX0="],
  },
  {
    keywords: ["|", "%"],
    proof: /\d{15}[|%][\w-]{27}/,
    find: lastGroup(/(?<![A-Za-z0-9])(\d{15,16}[|%][\w-]{27,40})(?![\w-])/g, "facebook-token"),
    hides: { "facebook-token": ["see «312963144173999|NZb8m_-9y061·-YbIK9Z4j1oZr-5m_» here"] },
    leaves: ["| 1234567890123456 | a-b |"],
  },
  { // Nothing but its form tells of a token of Discord.
    keywords: ["."],
    proof: /[MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{16}/,
    find: lastGroup(/(?<![\w.-])([MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{16,})/g, "discord-token", isRandom),
    hides: { "discord-token": ["'«MxvWfColNV9ds0HqtO93L7Q5.uUaVco.·jsNOBAGx5diFoNPcbdQ2»'"] },
  },
  { // Of a configuration of Slack, which is read in any case.
    keywords: ["xoxe.xox"],
    find: lastGroup(/(?<![A-Za-z0-9])(xoxe\.xox[bp]-\d-[a-z0-9]{40,})/gi, "slack-token", isVaried),
    hides: { "slack-token": ["see «xoxe.xoxP-5-ZrltSeb0Y5rf3l7ec8c03Z598·x8E0fck5TuMAh517gsO2M988W» here"] },
  },
  {
    keywords: ["_mmk"],
    find: lastGroup(/(?<![A-Za-z0-9])([A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk)(?![A-Za-z0-9])/g, "maxmind-key"),
    hides: { "maxmind-key": ["see «Q20JED_Tdo1PJuARcxx·KaNjDHF9OjraLR5Bt_mmk»"] },
  },
  {
    keywords: ["q~"],
    proof: /\dQ~[\w~.-]{31}/,
    find: lastGroup(AZURE, "azure-secret", isVaried),
    hides: {
      "azure-secret": [
        "'«HXg·8Q~wETdIKnT30fK0skBaHmsWWdawFgFSY0l9F»'",
        "(«QtT·8Q~9C-_Ij~RouHVpD2Tuf3oHWGh.DQ3kcjbAn»)",
      ],
    },
  },
  {
    keywords: [".atlasv1."],
    find: lastGroup(
      /(?<=[A-Za-z0-9]{14})(\.atlasv1\.[\w=-]{40,})/g,
      "terraform-token",
      (token) => isVaried(token.slice(9)),
    ),
    hides: {
      "terraform-token": [
        "abcdefgh123456«.atlas·v1.aRyML8QjEXAJgfPEn5jOaBaaRQh92fn3hiEbrUKpC7xW2vB9nM4zL1pR8sT6»",
      ],
    },
  },
  {
    keywords: [":aa"],
    proof: /\d{8}:AA[\w-]{33}/,
    find: lastGroup(/\b(\d{8,10}:AA[\w-]{33})/g, "telegram-token"),
    hides: { "telegram-token": ["bot «6143735673:·AAYYqhXHdO2x93CJHLS45gqIO2zVZxqyxKj»"] },
    leaves: ["12345678:90"],
  },
  {
    keywords: ["ls0tls1crudjtib"],
    find: each(
      KEY_IN_BASE64,
      (_, { index, 0: key }) => ({ start: index, end: index + key.length, kind: "private-key" }),
    ),
    hides: {
      "private-key": ["tls.key: «LS0tLS1CRUdJTiBQUklW·QVRFIEtFWS0tLS0tCk1JfcCvJAXrF6xW2vB9nM4zL1pR8sT6»"],
    },
    leaves: ["ca.crt: LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCk1JSURa"],
  },
];

/** Services of which the keys have no shape of their own: only the name beside one tells what it is. */
const SERVICES =
  ("adafruit adobe airtable algolia alibaba asana atlassian beamer bitbucket bittrex clickhouse " +
    "cloudflare codecov cohere co_api coinbase confluence confluent contentful contribsys__com datadog discord dnkey " +
    "droneci dropbox facebook fastly finicity finnhub flickr freshbooks gitter gocardless heroku hubspot intercom jfrog " +
    "artifactory bintray kraken kucoin launchdarkly linkedin linked_in linked-in looker mailchimp mailgun mapbox " +
    "mattermost meraki messagebird message-bird message_bird netlify new-relic newrelic new_relic nytimes new-york-times " +
    "newyorktimes plaid private-ai privateai private_ai rapidapi sendbird sentry snyk sonar sourcegraph squarespace " +
    "telegr travis twitch twitter typeform yandex zendesk").split(" ");
/** The same of names that are a part of other words. */
const SHORT_SERVICES = "etsy jira linear okta sumo xray".split(" ");
/** What a name of a key has besides that of the service; 1 the value. */
const SERVICE_KEY = new RegExp(
  `(?:${SERVICES.join("|")}|(?<![a-z])(?:${SHORT_SERVICES.join("|")}))` +
    String
      .raw`(?:[\w .-]{0,20}?(?:key|token|secret|api|auth|access|pass|pat|license|client|login)[\w.-]{0,12}?` +
    String
      .raw`(?<!ids?|names?|urls?|hash|sha|file|path|version))?(?:\\*["'\]]|[ \t]){0,4}(?:[:?|]{0,3}=>?|[:>,]|\|\|)` +
    "(?:\\\\*[\"'`]|[\\s=]){0,5}" + String.raw`([\w=][\w.=+/%|:-]{11,160})(?![\w.=+/%|:-])`,
  "gi",
);
const KEY_PARTS =
  /^(?:[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|(?=.*\d.*\d)[\da-z]{14,}|\d{15,}|[\da-f]{8}:[\da-f]{8})$/i;

export const SERVICE_RULE: Rule = {
  keywords: [...SERVICES, ...SHORT_SERVICES],
  proof: new RegExp(SERVICE_KEY.source, "i"),
  find: lastGroup(SERVICE_KEY, "key", (value) => {
    if (!isVaried(value) || /0{8}|0123456789/.test(value)) return false;
    return KEY_PARTS.test(value) ||
      (isRandom(value) && (isGenerated(value) || isSecretValue(value, "key", "quoted")));
  }),
  hides: {
    key: [
      'adafruit_key = "«q7Wd0RkT2vBn8Lx·Z4mCy9sQ7Wd0RkT2v»"',
      "{ sourcegraph: '«6d2fabeb6add229bc199·faba28fd3efb57df0bd3»' }",
      "heroku.api_key: «5730d832-f4f6-92e2·-f647-8b145eaa6f2a»",
      "LINKEDIN_CLIENT = «PF3sge5q·XcnVX32C»",
    ],
  },
  leaves: [
    "sentry_version: 4f0c7e92ab",
    "linear: ease-in-out",
    "discord_client_id: see docs/setup2.md",
    "okta: enabled",
  ],
};
