import fc from "fast-check";
import { casesOf } from "../_support/cases.ts";
import cases from "../privacy/labelled.ts";

/** What tags and secrets are made of, in each notation, with blanks that JSON writes as escapes; a kind a line. */
const piece = fc.constantFrom(...casesOf<string[]>(import.meta.filename?.replace(/\.ts$/, "")).flat());
/** Pieces of tags and secrets, put together anyhow. */
export const hostile = fc.array(piece, { maxLength: 20 }).map((pieces) => pieces.join(""));

/** Names of which some tell of a secret. */
export const telling = fc.constantFrom(
  ..."password,DB_PASSWORD,userpass,pwd,token,accessToken,tokens: x,secret_tokens,tokenizer secret,PHPSESSID"
    .split(","),
  ...'API Key,api\tkey,api\u0001key,api"key,apiKeyOld,password (old),pass/word,Authorization,Set-Cookie,auth '
    .split(","),
  ...'credentials,sig,X-Amz-Signature,X-Goog\nSignature,session key,my "secret" one,PassThrough,api\u212akey'
    .split(","),
);
/** Each of the labelled secrets. */
export const labelled = fc.constantFrom(...cases.secrets).map(({ text, secret }) =>
  text.replace("{}", () => secret.join(""))
);
/** The same without what tells. */
export const bare = fc.constantFrom(...cases.secrets).map(({ secret }) => secret.join(""));
/** Words that are secrets under a telling name alone. */
export const password = fc.constantFrom(...["hunter2", "correct", "Tr0ub4dor"].map((word) => word + word));
const colour = fc.constantFrom(
  ..."\u001b[32m§\u001b[0m§\u001b[01;31m\u001b[K§\u001b(B\u001b[m§\u001b]8;;https://a.example\u0007".split(
    "§",
  ),
  ..."\\u001b[1m§\\x1b[0m§\\033[m".split("§"),
);
/** A labelled secret with what terminals take for colours anywhere in it. */
const coloured = fc.tuple(
  labelled,
  fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), colour), { maxLength: 4 }),
)
  .map(([text, marks]) =>
    marks.reduce((text, [at, mark]) => {
      const place = Math.round(at * text.length);
      return text.slice(0, place) + mark + text.slice(place);
    }, text)
  );
/** Any of these. */
export const text = fc.oneof(
  hostile,
  labelled,
  coloured,
  fc.tuple(hostile, fc.oneof(labelled, coloured), hostile).map((parts) => parts.join("")),
);
