import { assertEquals } from "../../../_support/assert.ts";
import { findSourceFiles } from "../../../../src/cli/index/source_files.ts";
import { ProjectFolder } from "./project_folder.ts";

interface WalkCase {
  readonly what: string;
  readonly files: Readonly<Record<string, string>>;
  readonly found: readonly string[];
}

const CASES: readonly WalkCase[] = [
  {
    what: "source code of any depth, and nothing else",
    files: { "a.ts": "", "src/b.py": "", "src/deep/er/c.go": "", "README.md": "", "data.json": "", "ts": "" },
    found: ["a.ts", "src/b.py", "src/deep/er/c.go"],
  },
  {
    what: "nothing that .gitignore names, with negations and nested files",
    files: {
      ".gitignore": "dist/\n*.gen.ts\n!keep.gen.ts\n/only_here.ts\n",
      "dist/a.ts": "",
      "x.gen.ts": "",
      "keep.gen.ts": "",
      "only_here.ts": "",
      "sub/only_here.ts": "",
      "sub/.gitignore": "!x.gen.ts\nlocal.ts\n",
      "sub/x.gen.ts": "",
      "sub/y.gen.ts": "",
      "sub/local.ts": "",
      "local.ts": "",
    },
    found: ["keep.gen.ts", "local.ts", "sub/only_here.ts", "sub/x.gen.ts"],
  },
  {
    what: "no other people's code and none that a program has written by its name",
    files: {
      "node_modules/left/index.js": "",
      "vendor/a.go": "",
      "third_party/b.c": "",
      ".venv/lib/c.py": "",
      "lib.min.js": "",
      "api.pb.go": "",
      "api_pb2.py": "",
      "Form.Designer.cs": "",
      "mine.js": "",
    },
    found: ["mine.js"],
  },
  {
    what: "no repository inside of this one",
    files: {
      ".git/HEAD": "ref: refs/heads/main",
      ".git/hooks/hook.py": "",
      ".claude/worktrees/one/.git": "gitdir: /elsewhere",
      ".claude/worktrees/one/a.ts": "",
      "module/.git": "gitdir: ../.git/modules/module",
      "module/b.ts": "",
      "own.ts": "",
    },
    found: ["own.ts"],
  },
  {
    what: "nothing that the repository's private list names",
    files: { ".git/info/exclude": "scratch.ts\n", "scratch.ts": "", "a/scratch.ts": "", "kept.ts": "" },
    found: ["kept.ts"],
  },
  {
    what: "names with blanks, other letters and patterns that mean nothing",
    files: { ".gitignore": "[\n\\\n***************a\n", "my file.ts": "", "größe.ts": "", "東京/店.py": "" },
    found: ["größe.ts", "my file.ts", "東京/店.py"],
  },
];

for (const { what, files, found } of CASES) {
  Deno.test(`a walk finds ${what}`, () => {
    using folder = new ProjectFolder(files);
    const paths = findSourceFiles(folder.project).files.map(({ path }) => path).sort();
    assertEquals(paths, [...found].sort());
  });
}

Deno.test("a walk follows no link, out of the tree or in it", () => {
  using folder = new ProjectFolder({ "src/a.ts": "" });
  Deno.mkdirSync(`${folder.root}/outside`);
  Deno.writeTextFileSync(`${folder.root}/outside/secret.ts`, "");
  Deno.symlinkSync(`${folder.root}/outside`, `${folder.project}/linked`);
  Deno.symlinkSync(`${folder.root}/outside/secret.ts`, `${folder.project}/secret.ts`);
  Deno.symlinkSync(folder.project, `${folder.project}/src/again`);
  assertEquals(findSourceFiles(folder.project).files.map(({ path }) => path), ["src/a.ts"]);
});

Deno.test("in a part of a repository the ignore files above it hold, too", () => {
  using folder = new ProjectFolder({
    ".git/HEAD": "",
    ".gitignore": "generated/\n/packages/shop/local.ts\n",
    "packages/.gitignore": "*.tmp.ts\n",
    "packages/shop/a.ts": "",
    "packages/shop/local.ts": "",
    "packages/shop/b.tmp.ts": "",
    "packages/shop/generated/c.ts": "",
  });
  const { files } = findSourceFiles(`${folder.project}/packages/shop`);
  assertEquals(files.map(({ path }) => path), ["a.ts"]);
});

Deno.test("a file over a megabyte is not looked at", () => {
  using folder = new ProjectFolder({ "large.ts": "//\n".repeat(400_000), "small.ts": "//\n" });
  assertEquals(findSourceFiles(folder.project).files.map(({ path }) => path), ["small.ts"]);
});
