import { fileName } from "../../../../src/base/slashes.ts";
import { assert, assertEquals, assertMatch } from "../../../_support/assert.ts";
import { casesOf } from "../../../_support/cases.ts";
import type { ContextRequest } from "../../../../src/store/assemble_context.ts";
import { describeHits, type FoundItem, itemsAboutFile } from "../../../../src/store/item_details.ts";
import { itemsNaming } from "../../../../src/store/search_tables.ts";
import { parseItemId } from "../../../../src/search/search_types.ts";
import { fillContext } from "../../../../src/session/fill_context.ts";
import { reasonAgainst } from "../../../../src/store/tellings.ts";
import { decodeCall } from "../../../../src/session/captured_call.ts";
import { describeCall } from "../../../../src/session/describe_call.ts";
import { writeSummary } from "../../../../src/store/session_facts.ts";
import { sessionKnowledge } from "../../../../src/store/start_context.ts";
import { forgetMemories } from "../../../../src/store/forget.ts";
import { excludeItem, memoryByRow, type MemoryDraft } from "../../../../src/store/memories.ts";
import { indexItems, indexQueued, pruneItemFiles } from "../../../../src/store/search_index.ts";
import { noteOpened } from "../../../../src/store/tellings.ts";
import { PROJECT } from "../memory_store.ts";
import { ContextStore, test } from "./context_store.ts";

function aboutFile(t: ContextStore, file: string, project: string = PROJECT) {
  const named = file.split("/").flatMap((part) => itemsNaming(t.store, project, part));
  return itemsAboutFile(t.store, named, { path: file, name: fileName(file), root: project });
}

const BODY = "Totals are rounded once, after summing, because the bank does so.";
const QUESTION = "Why are totals rounded after summing?";

/** What is kept or observed, m1 and o1 first, and what is found then: in the order of the steps. */
type Kept = Partial<MemoryDraft> & {
  readonly body?: string;
  readonly observed?: string;
  readonly weight?: number;
};

function keep(t: ContextStore, { body, observed, weight, ...memory }: Kept): void {
  if (observed !== undefined) t.observe(observed, weight);
  else t.remember(body!, memory);
}

type Asked = [question: string, changes: Partial<ContextRequest>, ids: string[], told?: string];

for (const [what, steps] of casesOf<[what: string, steps: (Kept | Asked)[]]>(import.meta.filename)) {
  test(`assembleContext() ${what}`, (t) => {
    for (const step of steps) {
      if (!Array.isArray(step)) {
        keep(t, step);
        continue;
      }
      const [question, changes, ids, told = ""] = step;
      const { items, text = "" } = t.assemble(question, changes);
      assertEquals(items.map(({ id }) => id), ids);
      assertMatch(text, new RegExp(told));
    }
  });
}

type Opened = [file: string, ids: string[]];

for (
  const [what, steps] of casesOf<[what: string, steps: (Kept | Opened)[]]>(import.meta.filename, "_files")
) {
  test(`itemsAboutFile() takes ${what}`, (t) => {
    for (const step of steps) {
      if (!Array.isArray(step)) keep(t, step);
      else assertEquals(aboutFile(t, step[0]).map(({ id }) => id).sort(), step[1]);
    }
  });
}

test("assembleContext() tells no change, as its file tells it, and no answer that shares some words", (t) => {
  const call = { toolName: "Edit", files: `["${PROJECT}/src/cart.py"]`, outcome: null };
  const payload = JSON.stringify({
    tool_input: { old_string: "a", new_string: "totals rounded after summing" },
  });
  const { text, weight } = describeCall(decodeCall({ ...call, payload }))!;
  t.observe(text, weight);
  t.observe("Answered: The footer of the invoice shows its totals in bold now, above the address.");
  assertEquals(t.fitting(QUESTION), []);
});

test("assembleContext() leaves out what was shown in this window, and says so", (t) => {
  const id = t.remember(BODY);
  t.start();
  t.bring([id]);
  const { items, leftOut } = t.assemble(QUESTION, { window: t.window() });
  assertEquals(items, []);
  assertEquals(leftOut.map(({ id, reason }) => [id, reason]), [[id, "text shown before"]]);
  t.compact();
  t.start("compact");
  assertEquals(t.fitting(QUESTION, { window: t.window() }), [id]);
});

test("assembleContext() leaves out what a person has sent away from the project, and says so", (t) => {
  const id = t.remember(BODY);
  t.start();
  excludeItem(t.store, id, PROJECT);
  const { items, leftOut } = t.assemble(QUESTION, { window: t.window() });
  assertEquals([items, leftOut.map(({ id, reason }) => [id, reason])], [[], [[
    id,
    "excluded in this project",
  ]]]);
});

test("assembleContext() tells a session nothing that it has saved itself in this window", (t) => {
  t.start();
  const id = t.remember(BODY, { sessionId: "s1" });
  assertEquals(t.fitting(QUESTION, { window: t.window() }), []);
  t.start("startup", "s2");
  assertEquals(t.fitting(QUESTION, { window: t.window(null, "s2") }), [id]);
  t.compact();
  t.start("compact");
  assertEquals(t.fitting(QUESTION, { window: t.window() }), [id]);
});

test("assembleContext() shows of a session what came of it, and none in which the same was only asked", (t) => {
  const told = (sessionId: string, summary: string) => {
    t.start("startup", sessionId);
    writeSummary(t.store, sessionId, { title: QUESTION, summary });
    const id = t.store.value<number>("select id from sessions where session_id = ?", sessionId)!;
    indexItems(t.store, "session", [id]);
    return `s${id}`;
  };
  const asked = `- Asked: ${QUESTION}`;
  told("s1", asked);
  const last = "Answered last: Rounded once, as the bank does so.";
  const answer = told("s2", `${asked}\n- Changed: docs/a.md\n- ${last}`);
  const { items } = t.assemble(QUESTION);
  assertEquals(items.map(({ id, text }) => [id, text]), [[
    answer,
    `${QUESTION}: ${last} | Changed: docs/a.md`,
  ]]);
  assertEquals(t.fitting(QUESTION, { window: t.window(null, "s2") }), []);
});

test("assembleContext() never gives a session its own prompts back", (t) => {
  t.start();
  const window = t.window();
  const hit = { id: "p1", kind: "prompt", score: 1, createdAt: "2026-01-01T00:00:00.000Z" } as const;
  assertEquals(reasonAgainst({ ...hit, sessionId: "s1" }, { floor: 0, window }), "saved by this session");
  assertEquals(reasonAgainst({ ...hit, sessionId: "s2" }, { floor: 0, window }), undefined);
});

test("assembleContext() shows neither what was forgotten nor what was replaced since it was indexed", (t) => {
  const id = t.remember(BODY);
  t.store.execute("drop trigger memory_changed");
  t.store.execute("update memories set status = 'superseded'");
  assertEquals(t.fitting(QUESTION), []);
  t.store.execute("update memories set status = 'active'");
  assertEquals(t.fitting(QUESTION), [id]);
});

test("itemsAboutFile() gives what is attached to the file before what mentions it, of this project alone", (t) => {
  const file = `${PROJECT}/src/net/http_client.ts`;
  const mentions = t.remember("The retry in src/net/http_client.ts swallows the last error.");
  const attached = t.remember("Timeouts are in ms.", { files: [file] });
  t.remember("Another http_client.ts: lib/http_client.ts is generated.");
  t.remember("Theirs is in src/net/http_client.ts too.", { project: "/home/dev/other" });
  const found = aboutFile(t, file).filter(({ why }) => why[0]?.name === "file");
  const scores = new Map(found.map(({ id, score }) => [id, score]));
  assertEquals([...scores.keys()].includes(mentions), true);
  assert(scores.get(attached)! > scores.get(mentions)!);
  assertEquals(aboutFile(t, `${PROJECT}/src/other.ts`), []);
  assertEquals(aboutFile(t, file, "/home/dev/third"), []);
});

test("itemsAboutFile() says what memories and lessons say, and nothing of what was replaced since it was indexed", (t) => {
  const file = `${PROJECT}/src/net/http_client.ts`;
  const ids = [
    t.remember("Timeouts are in ms.", { title: "Units of time", category: "CONSTRAINT", files: [file] }),
    learnAbout(t, "http_client.ts"),
  ];
  const known = describeHits(t.store, ids.map((id) => ({ ...parseItemId(id)!, id, score: 1, why: [] })));
  const said = ({ id, group, source, text, createdAt }: FoundItem) => [id, group, source, text, createdAt];
  assertEquals(aboutFile(t, file).map(said), known.map(said));
  t.store.execute("drop trigger memory_changed; update memories set status = 'superseded'");
  assertEquals(aboutFile(t, file).map(({ id }) => id), [ids[1]]);
});

test("a prediction that was given up is no past lesson", (t) => {
  learnAbout(t, "http_client.ts");
  const told = () => aboutFile(t, `${PROJECT}/src/net/http_client.ts`).length;
  assertEquals(told(), 1);
  t.store.run("update ghap set status = 'abandoned'");
  assertEquals(told(), 0);
});

/** A lesson whose goal names the file; returns its id. */
function learnAbout(t: ContextStore, name: string): string {
  const row = t.predict({ sessionId: "an-old-one", goal: `Stop ${name} from hanging` });
  t.resolve(row, { status: "falsified", lesson: { what_worked: "", takeaway: "Read the timeout as ms" } });
  indexQueued(t.store, 100);
  return `g${row}`;
}

test("a forgotten memory is found by no file, and leaves no name of one", (t) => {
  const file = `${PROJECT}/src/secretive_name.ts`;
  const id = t.remember("See secretive_name.ts for the rounding.", { files: [file] });
  const memory = memoryByRow(t.store, Number(id.slice(1)))!;
  t.store.transaction(() => forgetMemories(t.store, [memory], t.tick()));
  assertEquals(aboutFile(t, file), []);
  assertEquals(pruneItemFiles(t.store), 1);
  t.store.execute("delete from search_queue; pragma wal_checkpoint(truncate)");
  assertEquals(t.bytes().includes("secretive_name"), false);
});

test("sessionKnowledge() is what the session has open, what it saved and opened, and what it was told of its files", (t) => {
  t.start();
  const texts = [BODY, "Deploys go through the release branch.", "Invoices are numbered per tenant."];
  const [opened, ofFile, ofPrompt] = texts.map((text) => t.remember(text)) as [string, string, string];
  const saved = t.remember("The importer runs at 03:00 UTC.", { sessionId: "s1" });
  t.bring([ofPrompt]);
  t.bring([ofFile], "file");
  noteOpened(t.store, { sessionId: "s1" }, [opened], t.tick());
  t.predict({ sessionId: "s1", goal: `Make totals agree: ${"🐢".repeat(99)}` });
  t.compact();
  t.start("compact");
  const room = { tokenBudget: 500, limit: 12, now: t.now };
  const { items, text } = fillContext(sessionKnowledge(t.store, t.window()), room);
  assertEquals(items.map(({ id }) => id), ["g1", saved, opened, ofFile]);
  assert(text?.includes("Still open:\n- g1") && text.isWellFormed(), text);
});
