import { checkKeptAlike, longCall } from "../../property/long_calls.ts";
import { defineTarget } from "../target.ts";

/** Of a long tool call the middle is not read: what is kept is what would be kept if it were. */
export const longCalls = defineTarget({
  name: "long-calls",
  cases: longCall,
  check: async (call) => void await checkKeptAlike(call),
});
