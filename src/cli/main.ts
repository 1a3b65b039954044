import { provideBuiltins } from "./program/light_builtins.ts";

provideBuiltins();
const { run } = await import("./program/program.ts"); // a bundle loads what is imported statically before its own first line
Deno.exit(await run(Deno.args));
