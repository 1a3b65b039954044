// The entry of the executable that the client starts with each prompt.
import { runHook } from "../src/hook/run.ts";
import { USER_PROMPT_SUBMIT } from "../src/hook/user_prompt_submit.ts";

void runHook(USER_PROMPT_SUBMIT).then(Deno.exit); // no `await`: chunks of the bundle import this file, and would wait
