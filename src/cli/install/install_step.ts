import type { Json } from "./json_layout.ts";

/** One thing outside the data folder that `install` sets up and `uninstall` takes back. */
export interface InstallStep {
  /** Idempotent. Throws UserError, having changed nothing, when it cannot be done. */
  install(mode: StepMode): StepReport;
  /** Takes back what install did and nothing else; where nothing was done it says so. */
  uninstall(mode: StepMode): StepReport;
}

/** `preview` finds out everything and changes nothing. */
export type StepMode = "apply" | "preview";

export interface StepReport {
  readonly changed: boolean;
  /** For people, a sentence each. */
  readonly lines: readonly string[];
  /** In the form of `diff -u`; empty without a change. */
  readonly diff: string;
  /** For `--json`. */
  readonly data: Readonly<Record<string, Json>>;
}
