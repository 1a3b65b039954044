import * as fc from "fast-check";
import { HOOK_REGISTRATIONS } from "../../../src/base/hook_names.ts";
import { assertHarmless } from "../../_support/hook_answer.ts";
import { filesBelow, TestHome } from "../../_support/test_home.ts";
import { changeJson, changeText, jsonChanges, textChanges } from "../mutation.ts";
import { assertHidden, defineTarget, hiddenNeedle, plantIn } from "../target.ts";
import { payloadNames, recordedPayload } from "./payloads.ts";

/** Fields whose text mneme may keep, and cleans. */
const KEPT_FIELDS = ["prompt", "tool_input", "tool_response", "error", "last_assistant_message"];

/** The compiled hooks, a few events each in one home: harmless, and nothing private on the disk or in an answer. */
export const hooks = defineTarget({
  name: "hooks",
  limitMs: 60_000,
  cases: fc.array(
    fc.record({
      payload: payloadNames,
      changes: jsonChanges,
      texts: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: textChanges }),
      hidden: hiddenNeedle,
      at: fc.nat(),
    }),
    { minLength: 1, maxLength: 6 },
  ),
  async check(events) {
    using home = new TestHome();
    await home.fire("SessionStart");
    for (const { payload, changes, texts, hidden, at } of events) {
      const recorded = recordedPayload(payload);
      const hook = HOOK_REGISTRATIONS.find(({ event }) => event === recorded.hook_event_name)!.executable;
      const changed = placed(changeJson(recorded, changes), home);
      const plain = JSON.stringify(texts.length === 0 ? withNeedle(changed, hidden, at) : changed);
      const outcome = await home.hook(hook, changeText(plain, texts) + "\n");
      if (outcome.code === 2) continue; // a block of the scratchpad check
      assertHarmless(outcome, hook);
      assertHidden(outcome.stdout, `the answer of ${hook}`);
    }
    await home.settle();
    for (const file of filesBelow(home.data)) {
      assertHidden(new TextDecoder("latin1").decode(Deno.readFileSync(file)), file);
    }
  },
});

/** In the home's project, where nothing of this machine's user is read. */
function placed(payload: unknown, home: TestHome): unknown {
  const text = JSON.stringify(payload) ?? "null";
  return JSON.parse(text.replaceAll("/home/dev/project", home.project).replaceAll("/home/dev", home.home));
}

function withNeedle(payload: unknown, hidden: string, at: number): unknown {
  if (typeof payload !== "object" || payload === null || Array.isArray(payload)) return payload;
  const fields = KEPT_FIELDS.filter((field) => Object.hasOwn(payload, field));
  const field = fields[at % Math.max(1, fields.length)];
  if (field === undefined) return payload;
  const value = (payload as Record<string, unknown>)[field];
  return { ...payload, [field]: plantIn(value, hidden, at) ?? value };
}
