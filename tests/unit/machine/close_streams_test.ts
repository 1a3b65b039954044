import { assertEquals } from "../../_support/assert.ts";
import { closeStreams } from "../../../src/machine/mneme_command.ts";

Deno.test("closeStreams() closes stdin, stdout and stderr, also where one of them is closed already", () => {
  const closed: number[] = [];
  const closeSync = (stream: number) => {
    closed.push(stream);
    if (stream === 1) throw new Error("EBADF");
  };
  closeStreams({ getBuiltinModule: () => ({ closeSync }) });
  assertEquals(closed, [0, 1, 2]);
});

Deno.test("closeStreams() finds how to do it in the runtime itself", async () => {
  const script = new URL("../../../src/machine/mneme_command.ts", import.meta.url).href;
  const { success, stdout } = await new Deno.Command(Deno.execPath(), {
    args: [
      "eval",
      `import { closeStreams } from "${script}"; console.log("before"); closeStreams(); Deno.exit(0)`,
    ],
  }).output();
  assertEquals([success, new TextDecoder().decode(stdout)], [true, "before\n"]);
});
