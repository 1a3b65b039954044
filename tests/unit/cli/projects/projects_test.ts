import { below } from "../../../../src/base/slashes.ts";
import { projectsCommand } from "../../../../src/cli/projects_command.ts";
import { placesAwayFrom, sendAway } from "../../../../src/store/not_here.ts";
import { assertEquals, assertMatch } from "../../../_support/assert.ts";
import { CliHome } from "../../../_support/cli_home.ts";

Deno.test("projects merge takes along what is not to be told there, and projects forget removes it", async () => {
  using home = new CliHome();
  const session = home.session("session-1");
  const prompt = { kind: "prompt-submitted", session, promptId: "p1", text: "Where do they live?" } as const;
  home.keep({ ...prompt, at: "2026-03-01T10:00:00.000Z" });
  const renamed = below(home.root, "renamed");
  Deno.mkdirSync(renamed);
  home.withStore((store) => {
    sendAway(store, "m1", home.project);
    for (const project of [home.project, renamed]) sendAway(store, "m2", project);
  });
  const places = () => home.withStore((store) => ["m1", "m2"].map((item) => placesAwayFrom(store, item)));
  await home.run(projectsCommand(), ["merge", home.project, renamed]);
  assertEquals(places(), [[renamed], [renamed]]);
  await home.run(projectsCommand(), ["forget", renamed, "--yes"]);
  assertEquals(places(), [[], []]);
});

Deno.test("projects forget and merge take a quoted ~, also of a folder that is gone", async () => {
  using home = new CliHome();
  const project = below(home.root, "home/gone");
  const session = home.session("session-1", project);
  home.keep({ kind: "prompt-submitted", session, at: AT, promptId: "p1", text: "Where do they live?" });
  const { error } = await home.run(projectsCommand(), ["forget", "~/gone"]);
  assertMatch(String(error), /Cannot forget .*gone unasked: it has 1 session, 1 prompt/);
  await home.print(projectsCommand(), "merge", "~/gone", home.project);
  assertEquals(home.rows("select project from sessions"), [{ project: home.project }]);
});

const AT = "2026-03-01T10:00:00.000Z";
