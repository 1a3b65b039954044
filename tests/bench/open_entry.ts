import type { TestHome } from "../_support/test_home.ts";
import type { Programs } from "./programs.ts";

/** Opens an entry of the home's session, of which every tool call is reminded. */
export async function openEntry(home: TestHome, { folder }: Programs): Promise<void> {
  home.write("data/config.yaml", "hooks: { ghap_checkin: { frequency: 1 } }\n");
  await home.hook("session-start", home.payload("SessionStart", { source: "resume" }), { dist: folder });
  const entry = {
    domain: "debugging",
    strategy: "read-the-error",
    goal: "The total of ledger 7 agrees with the invoice",
    hypothesis: "Cents are lost as floats are added line by line",
    action: "Count in cents and round once",
    prediction: "npm test passes",
  };
  const env = { CLAUDE_CODE_SESSION_ID: "session-1" };
  const { code, stderr } = await home.mneme(["call", "start_ghap", JSON.stringify(entry)], {
    dist: folder,
    env,
  });
  if (code !== 0) throw new Error(`Cannot open an entry to be reminded of: ${stderr.trim()}`);
}
