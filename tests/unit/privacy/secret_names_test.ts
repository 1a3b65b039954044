import { equal } from "node:assert/strict";
import { secretNameKind } from "../../../src/privacy/heuristics.ts";

const KINDS: Readonly<Record<string, readonly string[]>> = {
  password: [
    "password",
    "DB_PASSWORD",
    "dbPassword",
    "userpass",
    "PGPASSWORD",
    "pwd",
    "SMTP_PASS",
    "passphrase",
  ],
  token: ["token", "GITHUB_TOKEN", "accessToken", "auth-token", "X-Auth-Token", "TOKEN_PROD", "PHPSESSID"],
  key: ["apiKey", "API_KEY", "x-api-key", "privateKey", "AccountKey", "SSH_KEY", "sig", "X-Amz-Signature"],
  secret: ["secret", "client_secret", "SECRET", "sessionSecret"],
  authorization: ["Authorization", "proxy-authorization", "auth"],
  cookie: ["Cookie", "Set-Cookie"],
  credential: ["credentials"],
};

for (const [kind, names] of Object.entries(KINDS)) {
  for (const name of names) {
    Deno.test(`secretNameKind() takes ${name} for a ${kind}`, () => {
      equal(secretNameKind(name), kind);
    });
  }
}

for (
  const name of [
    "session_id",
    "tool_use_id",
    "key",
    "cacheKey",
    "primary_key",
    "max_tokens",
    "input_tokens",
    "tokenizer",
    "next_page_token",
    "password_field",
    "TOKEN_FILE",
    "secretName",
    "api_key_id",
    "author",
    "keyboard",
    "secretsmanager",
    "a".repeat(101) + "password",
  ]
) {
  Deno.test(`secretNameKind() sees no secret in ${name.slice(0, 40)}`, () =>
    equal(secretNameKind(name), undefined));
}
