import { DEFAULT_SETTINGS, type TriageSettings } from "../../../src/base/settings.ts";
import {
  MAX_SHELL_WAITS,
  planStop,
  type StopPlan,
  type StopSituation,
} from "../../../src/triage/stop_ask.ts";
import { assertEquals } from "../../_support/assert.ts";

const CALM: StopSituation = {
  isUnattended: false,
  runningSubagents: 0,
  runningShells: 0,
  shellWaits: 0,
  promptsSinceAsk: undefined,
};

const CASES: readonly {
  readonly name: string;
  readonly plan: StopPlan;
  readonly situation?: Partial<StopSituation>;
  readonly settings?: Partial<TriageSettings>;
}[] = [
  { name: "asks a person", plan: "ask" },
  { name: "asks again after three prompts", plan: "ask", situation: { promptsSinceAsk: 3 } },
  { name: "holds what it finds two prompts after an ask", plan: "hold", situation: { promptsSinceAsk: 2 } },
  { name: "does not ask twice within a prompt", plan: "hold", situation: { promptsSinceAsk: 0 } },
  {
    name: "asks twice within a prompt when that is allowed",
    plan: "ask",
    situation: { promptsSinceAsk: 0 },
    settings: { min_turns_between_asks: 0 },
  },
  {
    name: "waits as many prompts as configured",
    plan: "hold",
    situation: { promptsSinceAsk: 4 },
    settings: { min_turns_between_asks: 5 },
  },
  { name: "waits while a helper runs", plan: "wait", situation: { runningSubagents: 1, shellWaits: 99 } },
  {
    name: "waits for a shell",
    plan: "wait",
    situation: { runningShells: 2, shellWaits: MAX_SHELL_WAITS - 1 },
  },
  {
    name: "waits for a shell no longer than three stops",
    plan: "ask",
    situation: { runningShells: 1, shellWaits: MAX_SHELL_WAITS },
  },
  { name: "saves when it may not block", plan: "save", settings: { blocking: false } },
  { name: "saves when nobody attends", plan: "save", situation: { isUnattended: true } },
  {
    name: "asks unattended when configured so",
    plan: "ask",
    situation: { isUnattended: true },
    settings: { unattended: "ask" },
  },
  {
    name: "does nothing unattended when configured so",
    plan: "nothing",
    situation: { isUnattended: true },
    settings: { unattended: "off", blocking: false },
  },
  {
    name: "saves unattended without waiting for anything",
    plan: "save",
    situation: { isUnattended: true, runningShells: 1, runningSubagents: 1, promptsSinceAsk: 0 },
  },
  {
    name: "waits unattended where it would ask",
    plan: "wait",
    situation: { isUnattended: true, runningSubagents: 1 },
    settings: { unattended: "ask" },
  },
];

for (const { name, plan, situation, settings } of CASES) {
  Deno.test(`planStop() ${name}`, () => {
    const triage = { ...DEFAULT_SETTINGS.triage, ...settings };
    assertEquals(planStop({ ...CALM, ...situation }, triage), plan);
  });
}
