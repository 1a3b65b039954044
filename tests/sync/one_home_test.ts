// One home and many processes, copies of homes, and what other machines have changed there.
import { spaceId } from "../../src/sync/spaces.ts";
import { assert, assertEquals, assertMatch } from "../_support/assert.ts";
import { inFolder, Machine } from "./_support/machines.ts";
import { REMOTES } from "./_support/remotes.ts";

for (const [kind, start] of Object.entries(REMOTES)) {
  Deno.test(`${kind}: many processes of one home sync at once, and none is stuck`, async () => {
    await inFolder(async (root) => {
      Deno.removeSync(`${root}/shared`);
      await using remote = await start(root);
      if (remote === undefined) return;
      const [a, b] = [new Machine(root, "a"), new Machine(root, "b")];
      await b.join(remote.url, await a.init(remote.url));
      for (const machine of [a, b]) {
        for (let i = 0; i < 3; i++) await machine.save(`Said by ${machine.root.slice(-1)}, number ${i}`);
      }
      const done = await Promise.all([a, b, a, b, a, b].map((machine) => machine.try(["sync"])));
      assertEquals(done.map(({ code }) => code), done.map(() => 0), done.map(({ stderr }) => stderr).join());
      for (const machine of [a, b]) await machine.run("sync");
      assertEquals([a.content().length, b.content()], [6, a.content()]);
    });
  });
}

Deno.test("git: what a killed process has left locked stops nobody", async () => {
  await inFolder(async (root) => {
    await using remote = await REMOTES.git!(root);
    const a = new Machine(root, "a");
    await a.init(remote!.url);
    await a.save("Deploys need a flag");
    await a.run("sync");
    const folder = `${a.data}/sync/${spaceId("me")}.git`;
    for (
      const name of ["shallow", "config", "packed-refs", `refs/heads/mneme-${spaceId("me")}`, "FETCH_HEAD"]
    ) {
      Deno.writeTextFileSync(`${folder}/${name}.lock`, "");
    }
    await a.save("Money is an integer of cents");
    await a.run("sync");
    assertEquals((await a.json<{ spaces: { pending: number }[] }>("sync", "status")).spaces[0]!.pending, 0);
  });
});

Deno.test("a home that was copied is a machine of its own: of two edits none is lost", async () => {
  await inFolder(async (root, url) => {
    const [a, b] = [new Machine(root, "a"), new Machine(root, "b")];
    await a.init(url);
    await a.save("The cache lives for an hour");
    await a.run("sync");
    await new Deno.Command("cp", { args: ["-r", a.data, b.data] }).output();
    b.change(`update memories set project = '${b.project}'`);
    await a.run("memory", "edit", "m1", "--body", "The cache lives for two hours");
    await b.run("memory", "edit", "m1", "--body", "Logs are thrown away after a day");
    for (const machine of [a, b, a, b]) await machine.run("sync");
    assertEquals(a.content(), b.content());
    const texts = a.rows("select body, status from memories order by status").map(({ body }) => body);
    assertEquals(texts.sort(), ["Logs are thrown away after a day", "The cache lives for two hours"]);
    const origins = [a, b].map(({ data }) =>
      JSON.parse(Deno.readTextFileSync(`${data}/sync/spaces.json`)).origin
    );
    assert(origins[0] !== origins[1]);
  });
});

Deno.test("what another machine of mine changed or forgot is told once, and can be undone for ten days", async () => {
  await inFolder(async (root, url) => {
    const [a, b] = [new Machine(root, "a"), new Machine(root, "b")];
    await b.join(url, await a.init(url));
    await a.save("The quokka cache lives for an hour");
    await a.save("Money is an integer of cents");
    for (const machine of [a, b]) await machine.run("sync");
    assert(!(await b.hook("session-start", { source: "startup" })).includes("another machine"));
    await a.run("memory", "forget", "m1");
    await a.run("memory", "edit", "m2", "--body", "Money is a float");
    for (const machine of [a, b]) await machine.run("sync");
    const other = { source: "startup", session_id: "0192f3c4-a5b6-4000-8000-00000000000b" };
    assertMatch(
      await b.hook("session-start", other),
      /1 changed and 1 forgotten by another machine of yours/,
    );
    assert(!b.bytes().includes("quokka"), "what was forgotten is kept sealed");
    assertMatch(await b.run("sync", "verify"), /2 changes of other machines can be undone here/);
    const listed = await b.run("sync", "undo");
    assertMatch(listed, /forgotten/);
    const ids = listed.trim().split("\n").map((line) => line.split(/\s/)[0]!);
    await b.run("sync", "undo", ...ids);
    for (const machine of [b, a]) await machine.run("sync");
    assertEquals(a.rows("select body from memories where status = 'active' order by body"), [
      { body: "Money is an integer of cents" },
      { body: "The quokka cache lives for an hour" },
    ]);
    await a.run("memory", "forget", "m2");
    for (const machine of [a, b]) await machine.run("sync");
    b.change("update sync_changes set at = '2026-01-01T00:00:00.000Z'");
    await b.run("sync");
    assert(!(await b.run("sync", "verify")).includes("can be undone"));
    assertEquals(b.rows("select 1 from sync_changes"), []);
  });
});
