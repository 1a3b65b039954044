import { triageCommand } from "../../../src/cli/triage_command.ts";
import { UserError } from "../../../src/base/user_error.ts";
import { ReplayHome } from "../../integration/replay_home.ts";
import { assertEquals } from "../../_support/assert.ts";
import { assertHidden, defineTarget } from "../target.ts";
import { transcriptCases, transcriptText } from "./transcripts.ts";

/** Recorded sessions, changed and torn: imported without an error, once, and without what is private. */
export const replay = defineTarget({
  name: "replay",
  limitMs: 20_000,
  cases: transcriptCases,
  async check(input) {
    using home = new ReplayHome();
    home.prepare();
    const path = home.write("session.jsonl", transcriptText(input));
    await home.replayJson(path);
    const first = JSON.stringify(home.dump());
    assertHidden(first, "the database");
    await home.replayJson(path);
    assertEquals(JSON.stringify(home.dump()), first);
    const { error, stdout } = await home.run(triageCommand(), ["--transcript", path, "--json"]);
    if (error !== undefined && !(error instanceof UserError)) throw error; // a torn one may hold no line at all
    assertHidden(stdout, "mneme triage");
  },
});
