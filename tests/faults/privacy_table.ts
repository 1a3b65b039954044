import { HOOK_REGISTRATIONS, HOOKS } from "../../src/base/hook_names.ts";
import { otherEvents } from "../_support/hook_events.ts";

// Payloads that are full of what must not be kept: each piece of it is a word of its own, to be looked for.

/** What is hidden, and the payloads that hide it. */
export interface SeededPayloads {
  readonly needles: readonly string[];
  readonly events: readonly {
    readonly hook: string;
    readonly event: string;
    readonly fields: Record<string, unknown>;
  }[];
}

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"; // hexadecimal digits alone would now and then look like filler

/** Shaped like the real ones, made up, and whole only while the test runs. */
const SECRETS: readonly ((body: string) => string)[] = [
  (body) => "ghp_" + body.slice(0, 36),
  () => "AKIA" + [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => BASE32[byte % 32]).join(""),
  (body) => "sk-ant-api03-" + (body + body).slice(0, 80) + "AA",
  (body) => "xoxb-1234567890-1234567890-" + body.slice(0, 24),
];

/** Payloads of every hook, seeded afresh. */
export function seededPayloads(): SeededPayloads {
  const needles: string[] = [];
  const needle = () => {
    const word = `needle${needles.length}x${crypto.randomUUID().replaceAll("-", "")}`;
    needles.push(word);
    return word;
  };
  const secret = (index: number) => {
    const text = SECRETS[index % SECRETS.length]!(
      `${crypto.randomUUID()}${crypto.randomUUID()}`.replaceAll("-", ""),
    );
    needles.push(text);
    return text;
  };
  const tagged = (index: number) => TAGS[index % TAGS.length]!(needle());
  const everywhere = (from: number) => ({
    command: `echo ${tagged(from)} ${secret(from)}`,
    [`key ${tagged(from + 1)}`]: `value ${tagged(from + 2)}`,
    password: needle(),
    env: {
      DB_PASSWORD: secret(from + 1),
      API_KEY: needle(),
      list: [tagged(from + 3), { deep: [`a ${tagged(from + 4)}`] }],
    },
    file_path: `/home/dev/${tagged(from + 5)}/a.ts`,
    json: JSON.stringify({ inner: tagged(from + 6), token: secret(from + 2) }),
    unclosed: `open <PRIVATE> ${needle()}`,
  });
  const said: Readonly<Record<string, readonly Record<string, unknown>[]>> = {
    UserPromptSubmit: [
      { prompt_id: "p1", prompt: `Do ${tagged(0)} it ${tagged(1)} ${secret(0)} now <Private>${needle()}` },
      { prompt_id: "p2", prompt: `<private>${needle()}</private>` },
      {
        prompt_id: "p3",
        prompt: `<task-notification><task-id>${tagged(0)}</task-id><status>${tagged(1)}</status>` +
          `<summary>${secret(1)}</summary></task-notification>`,
      },
    ],
    PreToolUse: [{ tool_input: everywhere(0) }],
    PostToolUse: [
      { tool_input: everywhere(0), tool_response: everywhere(2) },
      { tool_input: everywhere(1), tool_response: `text ${tagged(3)} ${secret(3)}` },
      { tool_input: `text ${tagged(2)}`, tool_response: [{ type: "text", text: tagged(4) }, tagged(5)] },
    ],
    PostToolUseFailure: [
      { tool_input: everywhere(3), error: `Exit code 1\n${tagged(6)} ${secret(2)}` },
      { tool_input: everywhere(4), error: everywhere(5) },
      {
        tool_input: { command: `TOKEN=${secret(0)} pytest -k ${tagged(1)}` },
        error: `Exit code 1\nFAILED tests/${tagged(2)}.py::test_${secret(1)} - ${
          tagged(3)
        }\n1 failed in 0.1s`,
      },
    ],
    SubagentStop: [{ agent_id: "a1", agent_type: "Explore", last_assistant_message: tagged(1) }],
    Stop: [
      { prompt_id: "p1", last_assistant_message: `${tagged(2)} ${secret(3)}` },
      {
        prompt_id: "p2",
        last_assistant_message: `From now on always use ${secret(0)} ${tagged(0)} for the release. ` +
          `We decided to use \`API_KEY=${secret(1)}\` instead of ${tagged(3)} because ${secret(2)} is old.`,
      },
    ],
    PreCompact: [{ trigger: "manual", custom_instructions: tagged(3) }],
  };
  const own = HOOK_REGISTRATIONS.flatMap(({ executable, event }) =>
    (said[event] ?? []).map((fields, i) => {
      const tool = event.includes("ToolUse")
        ? { tool_name: "Bash", prompt_id: "p1", tool_use_id: `${event}-${i}` }
        : {};
      return { hook: executable, event, fields: { ...tool, ...fields } };
    })
  );
  const others = otherEvents(own.map(({ event }) => event)).map(({ fields, ...rest }) => ({
    ...rest,
    fields: { ...fields, extra: tagged(0), more: secret(0) },
  }));
  // In the order of a session's life.
  const events = HOOKS.flatMap(({ name }) => [...own, ...others].filter(({ hook }) => hook === name));
  return { needles, events };
}

const TAGS: readonly ((needle: string) => string)[] = [
  (needle) => `<private>${needle}</private>`,
  (needle) => `<PRIVATE>${needle}</Private>`,
  (needle) => `<mneme-context>\n${needle}\n</mneme-context>`,
  (needle) => `<claude-mem-context>${needle}</claude-mem-context>`,
  (needle) => `<System-Reminder>${needle}</system-reminder>`,
  (needle) => `<private reason="mine">${needle}</private>`,
  (needle) => `<private>a<private>b</private>${needle}</private>`,
];
