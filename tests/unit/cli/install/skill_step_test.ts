import { assert, assertEquals, assertMatch } from "../../../_support/assert.ts";
import { isAsWritten, signText, skillStep } from "../../../../src/cli/registration/signed_file.ts";
import { textBeside } from "../../../../src/machine/files.ts";
import { MEMORY_CATEGORIES } from "../../../../src/memory/memory_text.ts";
import { Environment } from "../../../_support/with_environment.ts";
import { below, parentFolder } from "../../../../src/base/slashes.ts";
import { onlyWith } from "../../../_support/windows.ts";

/** A throw-away folder of skills. */
class Skills implements Disposable {
  readonly root = Deno.makeTempDirSync({ prefix: "mneme-skill-" });
  readonly file = below(this.root, "skills/memory-management/SKILL.md");
  readonly #environment = new Environment({ MNEME_HOME: below(this.root, "home") });
  readonly step = skillStep(below(this.root, "skills"));

  /** What lies there beside the data folder. */
  get names(): string[] {
    return [...Deno.readDirSync(this.root)].map(({ name }) => name).filter((name) => name !== "home");
  }

  [Symbol.dispose](): void {
    this.#environment[Symbol.dispose]();
    Deno.removeSync(this.root, { recursive: true });
  }
}

const links = onlyWith("links", Skills);

Deno.test("the skill has the front matter that the client asks for, every category, and fits on a page", () => {
  const skill = textBeside("cli/registration/skill.txt");
  assertMatch(skill, /^---\nname: memory-management\ndescription: [^\n:]+\n---\n/);
  for (const category of MEMORY_CATEGORIES) assert(skill.includes(`| ${category} |`), category);
  assert(skill.length < 4200, "an agent reads all of it");
});

Deno.test("install replaces the skill of another version, and leaves one that was changed by hand", () => {
  using skills = new Skills();
  skills.step.install("apply");
  skills.step.uninstall("apply");
  assertEquals(skills.names, [], "its folders are gone, too");
  skills.step.install("apply");
  Deno.writeTextFileSync(skills.file, signText("an older text\n"));
  assertEquals(skills.step.install("apply").lines, [`The skill in ${skills.file}: updated`]);
  const changed = Deno.readTextFileSync(skills.file).replace("One sentence", "Two sentences");
  Deno.writeTextFileSync(skills.file, changed);
  assertMatch(skills.step.install("apply").lines[0] ?? "", /is not as mneme writes it, so it stays/);
  assertMatch(skills.step.uninstall("apply").lines[0] ?? "", /is not as mneme writes it, so it stays/);
  assertEquals(Deno.readTextFileSync(skills.file), changed);
});

Deno.test("isAsWritten() knows a signed text, and no other", () => {
  const signed = signText("text\n");
  const texts = [signed, "", "text\n", `${signed}more`, signed.replace("text", "test")];
  assertEquals(texts.filter((text) => isAsWritten(text)), [signed]);
});

links.test("uninstall leaves no link to nothing where the skill is a link", (skills) => {
  skills.step.install("apply");
  Deno.renameSync(skills.file, `${skills.root}/home/SKILL.md`);
  Deno.symlinkSync(`${skills.root}/home/SKILL.md`, skills.file);
  for (const _ of ["once", "again"]) {
    assertMatch(skills.step.uninstall("apply").lines[0] ?? "", /SKILL\.md is removed|Nothing to remove/);
  }
  assertEquals([...Deno.readDirSync(parentFolder(skills.file))], []);
});

links.test("uninstall leaves the folder of skills where it is a link, though it removes the skill", (skills) => {
  Deno.mkdirSync(`${skills.root}/home/skills/other`, { recursive: true });
  Deno.symlinkSync(`${skills.root}/home/skills`, `${skills.root}/skills`);
  skills.step.install("apply");
  skills.step.uninstall("apply");
  assertEquals([...Deno.readDirSync(`${skills.root}/skills`)].map(({ name }) => name), ["other"]);
});
