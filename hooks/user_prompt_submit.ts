// The executable that the client starts with each prompt.
import { runHook } from "../src/hook/run.ts";
import { USER_PROMPT_SUBMIT } from "../src/hook/user_prompt_submit.ts";

Deno.exit(await runHook(USER_PROMPT_SUBMIT));
