import { cleaningOfPrompt, onUserPrompt } from "../src/events/user_prompt_submit.ts";
import { runHook } from "../src/runner/run_hook.ts";
import { decodeUserPrompt } from "../src/wire/user_prompt.ts";

Deno.exit(
  await runHook({
    name: "user-prompt-submit",
    decode: decodeUserPrompt,
    cleaning: cleaningOfPrompt,
    handle: onUserPrompt,
  }),
);
