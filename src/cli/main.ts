import { provideBuiltins } from "./program/light_builtins.ts";

provideBuiltins();
const { run } = await import("./program/program.ts"); // loaded dynamically, as a bundle runs static imports before `provideBuiltins()`
Deno.exit(await run(Deno.args));
