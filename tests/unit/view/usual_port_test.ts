import { openAtUsualPort } from "../../../src/cli/view/view_command.ts";
import { explain, pageHome } from "../../../src/cli/view/page_home.ts";
import { assertEquals } from "../../_support/assert.ts";
import { test } from "../../_support/cli_home.ts";
import { Captured } from "../../_support/with_environment.ts";

const REFUSALS = {
  "another program uses it": Deno.errors.AddrInUse,
  "Permission denied (os error 13)": Deno.errors.PermissionDenied,
};

for (const [reason, Refusal] of Object.entries(REFUSALS)) {
  test(`openAtUsualPort() says why it opens another port: ${reason}`, async ({ paths }) => {
    Deno.mkdirSync(paths.root);
    Deno.writeTextFileSync(paths.configFile, "view: { port: 80 }\n");
    const { actions } = pageHome(paths, null);
    const nothing = () => undefined;
    const serve = Deno.serve;
    using stderr = new Captured(Deno.stderr);
    using _restored = { [Symbol.dispose]: () => void Object.assign(Deno, { serve }) };
    Object.assign(Deno, {
      serve(options: Deno.ServeTcpOptions, handler: Deno.ServeHandler<Deno.NetAddr>) {
        if (options.port === 80) throw new Refusal(reason);
        return serve(options, handler);
      },
    });
    const files = { script: "", style: "" };
    const server = openAtUsualPort({
      ...{ idleMs: Infinity, files, paths, actions, explain },
      read: nothing,
      change: nothing,
    });
    await server.end();
    assertEquals(
      stderr.text,
      `Cannot open port 80: ${reason}; the page is at port ${server.port} this time\n`,
    );
  });
}
