import { equal } from "node:assert/strict";
import { isGenerated, isGeneratedPassword } from "../../../src/privacy/heuristics.ts";

Deno.test("isGenerated() tells what changes all the time from words run together", () => {
  equal(isGenerated("a1B2c3D4e5F6"), true);
  equal(isGenerated("a1B2c3D4"), false);
  equal(isGenerated("RefreshTokenStore2"), false);
});

Deno.test("isGeneratedPassword() looks at letters and digits alone", () => {
  equal(isGeneratedPassword("C3)dK^yU?pvi23ul"), true);
  equal(isGeneratedPassword("a1)B2"), false);
  equal(isGeneratedPassword("src/auth/login.ts#L12"), false);
});
