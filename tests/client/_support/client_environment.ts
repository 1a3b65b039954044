import type { ScriptedModel } from "./scripted_model.ts";
import type { TestPlace } from "./test_place.ts";

/** What the client needs to run here without an account, without updates and without asking anything. */
export function clientEnvironment(place: TestPlace, model: ScriptedModel): Record<string, string> {
  return {
    ...place.environment(),
    ANTHROPIC_BASE_URL: model.url,
    ANTHROPIC_API_KEY: "dummy",
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    DISABLE_AUTOUPDATER: "1",
    IS_SANDBOX: "1",
  };
}
