import type { TestHome } from "../_support/test_home.ts";
import { markupSource, typescriptSource } from "./source_text.ts";

/** What the client would send at the n-th run of a hook, as bytes. */
export type PayloadFor = (home: TestHome, run: number) => Uint8Array;

const ENCODER = new TextEncoder();
/** As on a developer's machine: the random name of a temporary folder looks like part of a secret, and costs a closer look. */
const WRITTEN_FILE = "/home/dev/project/src/settlement.tsx";

/** An event of the one session that goes on; a prompt of its own per run, or it would count as a repetition. */
export function turnEvent(event: string, fields: Readonly<Record<string, unknown>> = {}): PayloadFor {
  return (home, run) =>
    asBytes(home.payload(event, {
      prompt_id: `prompt-${run}`,
      permission_mode: "default",
      ...fields,
    }));
}

/** An event of a session of its own per run. */
export function sessionEvent(event: string, fields: Readonly<Record<string, unknown>>): PayloadFor {
  return (home, run) => asBytes(home.payload(event, { session_id: `measured-${run}`, ...fields }));
}

/** An event of a helper of its own per run. */
export function helperEvent(event: string, fields: Readonly<Record<string, unknown>> = {}): PayloadFor {
  return (home, run) =>
    asBytes(home.payload(event, {
      prompt_id: "prompt-1",
      agent_id: `agent-${run}`,
      agent_type: "general-purpose",
      ...fields,
    }));
}

export const WRITE_2_KB = capturedWrite(typescriptSource(1_400));
export const WRITE_1_MB = capturedWrite(typescriptSource(1_000_000));
export const MARKUP_1_MB = capturedWrite(markupSource(1_000_000));

/** A file written by the agent, and the client's answer, which repeats none of it. */
function capturedWrite(content: string): PayloadFor {
  return (home, run) => {
    return asBytes(home.payload("PostToolUse", {
      prompt_id: "prompt-1",
      permission_mode: "default",
      tool_name: "Write",
      tool_input: { file_path: WRITTEN_FILE, content },
      tool_response: { type: "create", filePath: WRITTEN_FILE, structuredPatch: [], userModified: false },
      tool_use_id: `toolu_${Deno.pid}_${run}`,
      duration_ms: 5,
    }));
  };
}

/** As the client sends it: one line. */
export function asBytes(payload: unknown): Uint8Array {
  return ENCODER.encode(JSON.stringify(payload) + "\n");
}
