import { deepEqual, equal } from "node:assert/strict";
import { cleanerFor, cleanJson } from "../../../src/privacy/clean.ts";
import { mayNeedCleaning } from "../../../src/privacy/prefilter.ts";
import { DEFAULT_SETTINGS } from "../../../src/base/settings.ts";

const secret = ["9D6etj1m", "kSzgoazK", "mQ5QzLbi"].join("");
const hidden = "[redacted:secret]";

const PRINTING = [
  "kubectl get secret db -o jsonpath='{.data.password}' | base64 -d",
  "aws secretsmanager get-secret-value --secret-id db --query SecretString --output text",
  "aws ssm get-parameter --name /prod/api-key --with-decryption --query Parameter.Value --output text",
  "az keyvault secret show --vault-name v --name n --query value -o tsv",
  "gcloud secrets versions access latest --secret=db",
  "security find-generic-password -a me -s backup -w",
  "bw get password db",
  "pass show prod/db",
  "vault kv get -field=password secret/app",
  "terraform output -raw db_password",
  "cat /run/secrets/db",
];

for (const command of PRINTING) {
  Deno.test(`what this command prints is a secret: ${command}`, () => {
    const call = (stdout: string) => [{ command }, { stdout, interrupted: false }];
    equal(mayNeedCleaning(call(secret)), true);
    const cleaner = cleanerFor(DEFAULT_SETTINGS, call(secret));
    deepEqual(cleaner.cleanJson(call(`${secret}\nuser: db`)), call(`${hidden}\nuser: db`));
    const replayed = (stdout: string) => ({ tool_input: { command }, tool_response: { stdout } });
    deepEqual(cleanJson(replayed(secret), { redactSecrets: true }), replayed(hidden));
  });
}

Deno.test("a file that holds nothing but a secret is one", () => {
  const call = (content: string) => [{ file_path: "/run/secrets/db" }, { file: { content } }];
  deepEqual(cleanerFor(DEFAULT_SETTINGS, call(secret)).cleanJson(call(secret)), call(hidden));
});

Deno.test("what other commands print stays, and so do names, paths and versions", () => {
  for (
    const [command, stdout] of [
      ["git rev-parse HEAD; openssl version", secret],
      ["kubectl get secrets -o name", "secret/api-token-x7f2k\nsecret/sh.helm.release.v1.api.v12"],
      ["kubectl get secret db -o jsonpath='{.metadata.resourceVersion}'", "1203312"],
      ["kubectl get secrets -A | awk '{print $2}'", "sh.helm.release.v1.api.v12\napi-tls-7d9c6b5f4\nregcred"],
      ["kubectl get secrets; kubectl get pods -o name", "pod/api-7c9f8d6b5-x2x9k"],
      ["terraform output -raw db_host", secret],
      ["ls /run/secrets/", "db_password_2\napi.v2.pem"],
    ] as const
  ) {
    const call = [{ command }, { stdout }];
    equal(cleanerFor(DEFAULT_SETTINGS, call).cleanJson(call), call, command);
  }
});
