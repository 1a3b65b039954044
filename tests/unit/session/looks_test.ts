import { decodeCall } from "../../../src/session/captured_call.ts";
import { groupLooks, type Look, mergeLooks } from "../../../src/session/group_looks.ts";
import { testVerdicts } from "../../_support/cases.ts";

/** A call with its input, of which a file that is read is all. */
type Call = [toolName: string, input: string | Record<string, unknown>, error?: string];
type Given = Partial<Look> & { readonly id: number; readonly minute?: number };

const START = Date.parse("2026-03-01T10:00:00.000Z");

function look({ minute, ...rest }: Given): Look {
  const createdAt = new Date(START + (minute ?? rest.id) * 60_000).toISOString();
  return { sessionId: "s", agentId: null, promptId: "p", createdAt, ...rest };
}

testVerdicts(import.meta.filename, {
  merged(calls: readonly Call[], project_dir = "/p") {
    const decoded = calls.map(([toolName, input, error]) => {
      const [tool_input, files] = typeof input === "string" ? [{ file_path: input }, [input]] : [input, []];
      const payload = JSON.stringify({ tool_input, error, project_dir });
      return decodeCall({ toolName, files: JSON.stringify(files), outcome: null, payload });
    });
    return mergeLooks(decoded)?.text;
  },
  /** The numbers of each run, which steps of these agents end; later looks may belong to one that is open. */
  runs: (looks: readonly Given[], boundaries: readonly Given[] = []) =>
    groupLooks(looks.map(look), boundaries.map(look)).map((run) =>
      run.looks.map(({ id }) => id).join(" ") + (run.isOpen ? " …" : "")
    ),
});
