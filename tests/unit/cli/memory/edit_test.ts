// What a memory said before it was edited does not stay unnoticed.
import { below, parentFolder } from "../../../../src/base/slashes.ts";
import { evaluateProject } from "../../../../src/cli/config/compile.ts";
import { memoryCommand } from "../../../../src/cli/memory/memory_command.ts";
import { editOne } from "../../../../src/cli/memory/edit.ts";
import { clearTexts, memoryByRow } from "../../../../src/store/memories.ts";
import { encodeEvidence } from "../../../../src/memory/memory_evidence.ts";
import { saveMemory } from "../../../../src/store/save_memory.ts";
import { writeSummary } from "../../../../src/store/session_facts.ts";
import { assertEquals, assertThrows } from "../../../_support/assert.ts";
import { CliHome } from "../../../_support/cli_home.ts";
import { memory } from "../../../_support/commands.ts";

const AT = "2026-03-01T10:00:00.000Z";
const OLD =
  "We decided to export the ledger as CSV with semicolons, because the accountant opens it in Excel.";
const NEW = "The ledger is exported as XLSX, because umlauts break in the accountant's other format.";

/** A decision that was found in a session, whose summary tells of it. */
function homeWithDecision(): CliHome {
  const home = new CliHome();
  const session = home.session("session-1");
  home.keep({ kind: "prompt-submitted", session, at: AT, promptId: "p1", text: "Set up the export" });
  const evidence = encodeEvidence({ quote: OLD, uuid: undefined, offset: undefined, cues: [] });
  const place = { scope: "project", project: home.project, sessionId: "session-1" } as const;
  const kept = { category: "DECISION", title: null, body: OLD, evidence, source: "triage" } as const;
  home.withStore((store) => {
    saveMemory(store, { ...place, ...kept, confidence: 1, files: [] }, AT);
    const summary = `- Asked: Set up the export\n- Decided: ${OLD.slice(0, 60)}…`;
    writeSummary(store, "session-1", { title: undefined, summary });
  });
  return home;
}

Deno.test("editOne() leaves a memory forgotten that another process forgets before it writes", () => {
  using home = homeWithDecision();
  home.withStore((store) => {
    const memory = memoryByRow(store, 1)!;
    const origin = { project: home.project, settings: evaluateProject(home.paths, home.project).settings };
    // As another process does it between the look at the memory and the write.
    const forgetting = new Proxy(store, {
      get(target, name) {
        if (name === "transaction") clearTexts(target, [1], AT);
        const value = Reflect.get(target, name, target);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
    assertThrows(
      () => editOne(forgetting, memory, { body: NEW }, origin),
      /Cannot edit m1: it was forgotten/,
    );
    assertEquals(memoryByRow(store, 1)?.body, "");
  });
});

Deno.test("memory import takes no rows of another database for those of this one", async () => {
  using home = homeWithDecision();
  using other = new CliHome();
  await memory(home, "edit", "m1", "--body", NEW);
  const file = `${other.root}/memories.jsonl`;
  Deno.writeFileSync(file, inUtf16(await memory(home, "export")));
  await memory(other, "import", file);
  const session = other.session("session-9", home.project);
  other.keep({ kind: "prompt-submitted", session, at: AT, promptId: "p1", text: "Paint the shed green" });
  await memory(other, "forget", "m1", "--source");
  assertEquals(other.rows("select title from sessions"), [{ title: "Paint the shed green" }]);
});

/** As `>` writes in Windows PowerShell. */
function inUtf16(text: string): Uint8Array {
  return new Uint8Array(Uint16Array.from(`\ufeff${text}`.split(""), (unit) => unit.charCodeAt(0)).buffer);
}

Deno.test("memory import names a note that is too large, and does not take its memories for gone", async () => {
  using home = new CliHome();
  const name = home.project.replace(/[^A-Za-z0-9]/g, "-");
  const file = below(home.root, `home/.claude/projects/${name}/memory/ports.md`);
  Deno.mkdirSync(parentFolder(file), { recursive: true });
  for (const times of [1, 200_000]) {
    Deno.writeTextFileSync(file, "The gateway listens on port 4173.\n".repeat(times));
    const { gone, large } = JSON.parse(await memory(home, "import", "--from", "claude", "--json"));
    assertEquals([gone, large], [[], times === 1 ? [] : [file]]);
  }
  const { stderr } = await home.run(memoryCommand(), ["import", "--from", "claude"]);
  assertEquals(stderr, `${file} is left out: it has more than 4 MB\n`);
});
