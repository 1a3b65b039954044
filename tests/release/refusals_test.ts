import { assertEquals, assertMatch } from "../_support/assert.ts";
import { PROJECT_ROOT } from "../_support/executables.ts";
import { VERSION } from "../../src/base/version.ts";
import { TARGETS } from "../../src/build/release_options.ts";

/** Runs `deno task release` where no server can be reached and Deno has nothing in its cache. */
async function release(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const cache = await Deno.makeTempDir({ prefix: "mneme-deno-" });
  const proxy = "http://127.0.0.1:9"; // where nothing listens
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", `${PROJECT_ROOT}/src/build/main.ts`, "release", ...args],
    env: { DENO_DIR: cache, HTTPS_PROXY: proxy, HTTP_PROXY: proxy, ALL_PROXY: proxy, NO_COLOR: "1", ...env },
    stdin: "null",
  }).output();
  await Deno.remove(cache, { recursive: true });
  return { code, out: new TextDecoder().decode(stdout), err: new TextDecoder().decode(stderr) };
}

Deno.test("a release without network says which runtime is missing, for every target", async () => {
  for (const { name, triple } of TARGETS) {
    const run = await release(["--target", name, "--version", VERSION]);
    assertEquals([run.code, run.out], [1, ""]);
    const missing = `the runtime denort-${triple} of Deno ${Deno.version.deno} is missing`;
    assertMatch(run.err, new RegExp(`^Cannot release ${name}: ${missing}, and dl\\.deno\\.land [^\\n]+\\n$`));
  }
});

Deno.test("a release refuses a runtime that was named, and another version, in one line", async () => {
  const cases = [
    {
      args: ["--version", VERSION],
      env: { DENORT_BIN: "/tmp/denort" },
      says: /^Cannot release with DENORT_BIN=[^\n]+\n$/,
    },
    { args: ["--version", "9.9.9"], env: {}, says: /^Cannot release: --version is 9\.9\.9 [^\n]+\n$/ },
  ];
  for (const { args, env, says } of cases) {
    const run = await release(["--target", "linux-x64", ...args], env);
    assertEquals([run.code, run.out], [1, ""]);
    assertMatch(run.err, says);
  }
});
