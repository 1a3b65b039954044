import { isAcknowledgement } from "../../../src/session/acknowledgement.ts";
import { assertEquals } from "../../_support/assert.ts";

const SILENT = [
  "",
  "yes",
  "Yes!",
  "ok, go on",
  "continue",
  "Looks good, thanks.",
  "no, stop",
  "👍",
  "ja, weiter",
  "y",
  "はい、続けて",
  "继续。",
  "1",
  "try again please",
  "[Image #1]",
  "ok [Image #12]",
  "同意",
  "确认，执行",
];
const ASKS = [
  "deploy",
  "fix the test",
  "yes, and use pnpm",
  "why?",
  "commit",
  "run npm test",
  "no, the staging database",
  "部署到生产环境",
  "提交",
  "[Image #1] the footer is cut",
  "go on with the retry logic in http_client.ts",
];

for (const prompt of SILENT) {
  Deno.test(`isAcknowledgement() takes ${JSON.stringify(prompt)} for one`, () => {
    assertEquals(isAcknowledgement(prompt), true);
  });
}

for (const prompt of ASKS) {
  Deno.test(`isAcknowledgement() looks further for ${JSON.stringify(prompt)}`, () => {
    assertEquals(isAcknowledgement(prompt), false);
  });
}
