import { optionTaken } from "../../../src/triage/options.ts";
import { guessResult, readSteps } from "../../../src/triage/steps.ts";
import { testVerdicts } from "../../_support/cases.ts";
import { said, toolResult } from "../../_support/conversations.ts";

const OFFER = "Which runtime?\n\n1. Python 3.12: what the team knows\n2. Go: one binary\n3. Rust: fast";

testVerdicts(import.meta.filename, {
  /** By what a command prints. */
  ran: (output: string) => guessResult(toolResult("t1", output, false)),
  optionTaken(answer: string) {
    const steps = readSteps([said("a", "assistant", OFFER), said("u", "user", answer)]);
    const taken = optionTaken(steps, 1, steps[1]!.reading.passages[0]!);
    return taken?.option.sentences[0]?.text.split(/[ :]/)[0];
  },
});
