import fc from "fast-check";
import cases from "../unit/core/secret_cases.json" with { type: "json" };

/** What tags and secrets are made of, in each notation, with blanks that JSON writes as escapes. */
const piece = fc.constantFrom(
  ..."<private>,</private>,<,>,/,<pri,vate>,<private,PRIVATE,&lt;,\\u003c,\\x3c,system-reminder,Mneme-Context"
    .split(","),
  ..."password,token,tokens,API_KEY,apiKey,key,secret,auth,cookie,sess,SESSID,pass,sig,=,:,://,@,\",',\\,`,]"
    .split(","),
  ..."A1b2C3d4E5f6G7h8,Bearer ,Cookie: ,Authorization,-----BEGIN PRIVATE KEY-----,[redacted:x],AKIA,${X},(,["
    .split(","),
  ..."a1b2c3d4e5,hunter2,ghp_,sk-,eyJ,.,-,--, -p, -u ,mysql,curl ,token ,\\n,123456789:AA,SK,user:,example"
    .split(","),
  ..."value, is ,name,A1b2C3d4E5f6G7h8-i9J0,LS0tLS1CRUdJTi,BQUklWQVRFIEtFWS0tLS0tCk1JSUU,docker login".split(
    ",",
  ),
  ...[" ", "\n", "\t", "\v", "\f", "\u2028", "\u0001", "é", "\u0130", "\u212a", ","],
);
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
/** Any of these. */
export const text = fc.oneof(
  hostile,
  labelled,
  fc.tuple(hostile, labelled, hostile).map((parts) => parts.join("")),
);
