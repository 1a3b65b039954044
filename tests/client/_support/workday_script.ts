import { localDay } from "../../../src/base/time.ts";
import type { Answer, ModelScript, ToolCall } from "./model_script.ts";
import type { TestPlace } from "./test_place.ts";

/** What the user says, in the order of the two sessions. */
export const PROMPTS = {
  fix: "Make the total right; how do we install packages here?",
  delegate: "Let somebody look at the tax.",
  ask: "Why does the upload fail?",
  compacted: "What was that again?",
  nextDay: "The total is wrong again.",
} as const;

/** Kept before the sessions begin. */
export const KEPT = {
  install: "Use pnpm to install packages, as npm breaks the workspaces.",
  cart: "The cart counts money in cents, as floats lost one per order.",
} as const;

/** Something that a stop asks to keep. */
export const CONSTRAINT =
  "The API does not support files over 5 MB, so larger uploads are rejected with status 413.";
export const TAKEAWAY = "Round money once, at the end";

/** The run in the background waits for this file, so that its end falls between two turns. */
export const GO_FILE = "go-ahead";

const ENTRY = {
  domain: "debugging",
  strategy: "read-the-error",
  goal: "test_total is right",
  hypothesis: "Floats lose cents",
  action: "Count in cents",
  prediction: "pytest passes",
  expects: "pass",
  expects_of: "tests",
};
const RESOLUTION = {
  status: "falsified",
  result: "test_total still fails",
  surprise: "Cents were right",
  root_cause: { category: "rounding", description: "The tax is rounded per line" },
  lesson: { what_worked: "Rounding once", takeaway: TAKEAWAY },
  auto_captured: true,
};
const NOTE = "## What I did\nLooked.\n## Cross-agent observations\nNone\n## Unresolved\nNone\n";
/** As the runner would end. */
const RUNNER =
  "#!/bin/sh\necho 'FAILED tests/test_cart.py::test_total - AssertionError: assert 29.99 == 30.0'\n" +
  "echo '========== 1 failed, 4 passed in 0.12s =========='\nexit 1\n";

/** The runner, the scratchpads and the configuration that the script counts on. */
export async function prepareWorkday(place: TestPlace): Promise<void> {
  await Deno.mkdir(`${place.project}/bin`);
  await Deno.writeTextFile(`${place.project}/bin/pytest`, RUNNER, { mode: 0o755 });
  await Deno.mkdir(`${place.project}/.claude/scratchpad`, { recursive: true });
  await Deno.mkdir(`${place.home}/.mneme`, { recursive: true });
  const config = "triage: { unattended: ask }\nhooks: { ghap_checkin: { frequency: 3 } }\n";
  await Deno.writeTextFile(`${place.home}/.mneme/config.yaml`, config);
}

/** Everything that mneme has an answer to, once each; `tools` is what the client puts before the server's tools. */
export function workdayScript(place: TestPlace, tools: string): ModelScript {
  let calls = 0;
  const call = (name: string, input: Record<string, unknown>): ToolCall => {
    return { id: `toolu_${++calls}`, name, input };
  };
  const bash = (command: string) => call("Bash", { command });
  const inBackground = (command: string) => call("Bash", { command, run_in_background: true });
  const pytest = () => bash("PATH=$PWD/bin:$PATH pytest -q");
  const note = (agent: string) => {
    const path = `${place.project}/.claude/scratchpad/${agent}/${localDay(new Date())}.md`;
    return step(call("Write", { file_path: path, content: NOTE }));
  };
  const helper = { description: "Look", prompt: "LOOK at the tax", subagent_type: "general-purpose" };
  return {
    main: [
      {
        to: "<task-notification>",
        answers: [step(call(`${tools}resolve_ghap`, RESOLUTION)), { text: "It was the rounding." }],
      },
      { to: "Coordinator scratchpad missing", answers: [note("coordinator"), { text: "Noted." }] },
      {
        to: "Save the following memories",
        answers: [
          step(call(`${tools}save_memory`, { category: "CONSTRAINT", body: CONSTRAINT })),
          { text: "It is kept." },
        ],
      },
      {
        to: PROMPTS.fix,
        answers: [
          step(call("Read", { file_path: `${place.project}/src/cart.py` })),
          step(pytest()),
          step(call(`${tools}start_ghap`, ENTRY)),
          step(bash("true 1"), bash("true 2"), bash("true 3")),
          step(pytest()),
          step(inBackground(`while [ ! -e ${GO_FILE} ]; do sleep 0.05; done; PATH=$PWD/bin:$PATH pytest -q`)),
          { text: "The tests are running." },
        ],
      },
      {
        to: PROMPTS.delegate,
        answers: [step(call("Agent", { ...helper, run_in_background: false })), { text: "Asked." }],
      },
      { to: PROMPTS.ask, answers: [{ text: CONSTRAINT }] },
      { to: PROMPTS.compacted, answers: [{ text: "The upload." }] },
      { to: PROMPTS.nextDay, answers: [step(pytest()), { text: "I see." }] },
    ],
    helpers: [{
      to: "LOOK at",
      answers: [{ text: "The rate is 20." }, note("general-purpose"), { text: "The rate is 20, as noted." }],
    }],
  };
}

function step(...tools: ToolCall[]): Answer {
  return { text: "Next.", tools };
}
