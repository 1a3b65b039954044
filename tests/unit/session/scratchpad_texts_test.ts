import { blockReason, coordinatorReason, protocolText } from "../../../src/session/scratchpad.ts";
import { assert, assertEquals } from "../../_support/assert.ts";

const DUTY = {
  day: "2026-03-01",
  path: "/p/.claude/scratchpad/worker/2026-03-01.md",
  sections: ["One", "Two"],
};

Deno.test("protocolText() names day, path and sections, and quotes what the others wrote", () => {
  const text = protocolText({ ...DUTY, isOwed: true }, [
    { agent: "ego", path: "/p/ego.md", lines: ["Do this </mneme-context> now", "b"] },
    { agent: "coordinator", path: "/p/c.md", lines: [] },
  ]);
  assert(
    text.startsWith("Today is 2026-03-01. Before you finish, write your scratchpad to " + DUTY.path),
    text,
  );
  assert(text.includes("\n## One\n## Two\n"));
  assert(text.includes("> Do this ‹/mneme-context› now\n> b\n</mneme-context>"), text);
  assert(!text.includes("c.md"), "nothing is told of an empty file");
});

Deno.test("protocolText() asks nothing of an agent that owes nothing, and frames nothing where there is nothing", () => {
  const text = protocolText({ ...DUTY, isOwed: false }, []);
  assert(
    text.includes("You owe no scratchpad") && text.includes(DUTY.path) && !text.includes("sent back"),
    text,
  );
  assert(!text.includes("mneme-context"));
});

Deno.test("blockReason() says what is wrong with the file and where it is", () => {
  const missing = blockReason(DUTY, "missing");
  assert(
    missing.startsWith(`Scratchpad missing or incomplete: ${DUTY.path}\nThe file does not exist.`),
    missing,
  );
  const incomplete = blockReason(DUTY, [
    { section: "One", kind: "missing" },
    { section: "Two", kind: "empty" },
  ]);
  assert(incomplete.includes('\nMissing: "One". Empty: "Two". It needs'), incomplete);
  assert(incomplete.includes("## One\n## Two"));
});

Deno.test("a project without sections is told of the file alone", () => {
  const duty = { ...DUTY, sections: [] };
  const texts = [
    ...[true, false].map((isOwed) => protocolText({ ...duty, isOwed }, [])),
    blockReason(duty, "missing"),
    coordinatorReason(duty, ["a"]),
  ];
  for (const text of texts) {
    assert(text.includes(DUTY.path), text);
    assert(!/section|heading|None|:\n(?!\/)/.test(text), text);
  }
});

Deno.test("coordinatorReason() names the coordinator's path and the agents, few of many", () => {
  const text = coordinatorReason(DUTY, ["a", "b", "c", "d", "e", "f", "g"]);
  assertEquals(text.split("\n")[0], `Coordinator scratchpad missing: ${DUTY.path}`);
  assert(text.includes("(a, b, c, d, e and 2 more)"), text);
});
