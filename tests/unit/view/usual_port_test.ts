import { openAtUsualPort } from "../../../src/cli/view/view_command.ts";
import { explain, pageHome } from "../../../src/cli/view/page_home.ts";
import { assertEquals } from "../../_support/assert.ts";
import { test } from "../../_support/cli_home.ts";
import { Captured } from "../../_support/with_environment.ts";

test("openAtUsualPort() says why it opens another port", async ({ paths }) => {
  Deno.mkdirSync(paths.root);
  Deno.writeTextFileSync(paths.configFile, "view: { port: 80 }\n");
  const [{ serve }, nothing, files] = [Deno, () => undefined, { script: "", style: "" }];
  using stderr = new Captured(Deno.stderr);
  using _restored = { [Symbol.dispose]: () => void Object.assign(Deno, { serve }) };
  Object.assign(Deno, {
    serve(options: Deno.ServeTcpOptions, handler: Deno.ServeHandler<Deno.NetAddr>) {
      if (options.port === 80) throw new Deno.errors.PermissionDenied("Permission denied (os error 13)");
      return serve(options, handler);
    },
  });
  const { actions } = pageHome(paths, null);
  const given = { idleMs: Infinity, files, paths, actions, explain, read: nothing, change: nothing };
  const server = openAtUsualPort(given);
  await server.end();
  const why = "Cannot open port 80: Permission denied (os error 13)";
  assertEquals(stderr.text, `${why}; the page is at port ${server.port} this time\n`);
});
