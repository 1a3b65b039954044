import { normalisedRemote, projectName } from "../../src/sync/portable.ts";
import { passwordFile, passwordIn } from "../../src/sync/postgres_remote.ts";
import { withoutPassword } from "../../src/sync/remote.ts";
import { assertEquals } from "../_support/assert.ts";
import { Environment } from "../_support/with_environment.ts";
import { TestHome } from "../_support/test_home.ts";

const REMOTES = {
  "https://github.com/Acme/Web.git": "github.com/acme/web",
  "https://me:secret@github.com/acme/web/": "github.com/acme/web",
  "git@github.com:acme/web.git": "github.com/acme/web",
  "ssh://git@git.acme.org:2222/team/web": "git.acme.org/team/web",
  "/srv/git/web.git": undefined,
  "file:///srv/git/web.git": undefined,
  "C:/git/web.git": undefined,
  "file:///C:/git/web.git": undefined,
};

Deno.test("normalisedRemote() names a repository alike, however it is reached", () => {
  for (const [url, name] of Object.entries(REMOTES)) assertEquals([url, normalisedRemote(url)], [url, name]);
});

Deno.test("projectName() takes the remote, then the file, and names a part by its repository", () => {
  using home = new TestHome();
  const root = `${home.root}/web`;
  Deno.mkdirSync(`${root}/packages/api`, { recursive: true });
  assertEquals(projectName(root), undefined);
  Deno.writeTextFileSync(`${root}/.mneme-project`, "acme-web\nmore\n");
  assertEquals(projectName(root), "acme-web");
  assertEquals(projectName(`${root}/packages/api`), "acme-web/packages/api");
  Deno.mkdirSync(`${root}/.git`);
  Deno.writeTextFileSync(
    `${root}/.git/config`,
    '[core]\n\tbare = false\n[remote "up"]\n\turl = a@b.c:d/e\n[remote "origin"]\n\turl = git@github.com:Acme/web.git\n',
  );
  assertEquals(projectName(root), "github.com/acme/web");
  assertEquals(projectName("github.com/acme/other"), "github.com/acme/other");
});

Deno.test("withoutPassword() shows no password of a remote", () => {
  for (
    const url of [
      ...["postgres://me:secret@h/db", "git:https://me:secret@h/r", "postgres://h/db?password=secret"],
      ...["postgres://me:se@secret@h/db", "Invalid URL: 'postgres://me:secret@[h'", "postgres://:secret@h"],
      ...["fatal: 'https://me:secret@h/r' and 'ssh://me:secret@h/r' fail", "h/db?sslpassword=secret&a=b"],
    ]
  ) {
    assertEquals(withoutPassword(url).includes("secret"), false, url);
  }
});

Deno.test("passwordIn() reads a line of ~/.pgpass as libpq does", () => {
  const text = "# a:5432:*:*:no\nother:5432:*:*:no\nh:*:db:me:a\\:b\\\\c\n*:*:*:*:last\n";
  assertEquals(passwordIn(text, ["h", "5432", "db", "me"]), "a:b\\c");
  assertEquals(passwordIn(text, ["h", "5432", "x", "me"]), "last");
  assertEquals(passwordIn("", ["h", "5432", "db", "me"]), undefined);
  assertEquals(passwordIn(text.replaceAll("\n", "\r\n"), ["h", "5432", "x", "me"]), "last");
});

Deno.test("passwordFile() is where libpq looks on each system", () => {
  using _environment = new Environment({ PGPASSFILE: null, HOME: "/home/me", APPDATA: "C:\\Roaming" });
  assertEquals(passwordFile("linux"), "/home/me/.pgpass");
  assertEquals(passwordFile("windows"), "C:\\Roaming\\postgresql\\pgpass.conf");
  Deno.env.set("PGPASSFILE", "/elsewhere");
  assertEquals(passwordFile("windows"), "/elsewhere");
});
