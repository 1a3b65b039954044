// Registers hooks in the settings of a client.
import { HOOK_MARKER, HOOK_REGISTRATIONS } from "../../base/hook_names.ts";
import { UserError } from "../../base/user_error.ts";
import { infoOf, isExecutable } from "../../machine/files.ts";
import { shellWord } from "../frame/plain_text.ts";
import { type FileEdit, fileStep } from "./file_step.ts";
import type { InstallStep } from "./install_step.ts";
import { executablePath, hookEntries, mnemeIn } from "./own_folder.ts";
import { listHooks, mergeHooks, removeHooks } from "./settings_edit.ts";
import type { HookEntry, Strictness } from "./settings_text.ts";

type HooksPlace = Readonly<Record<"settings" | "executables" | "backups", string>>;

export function hooksStep({ settings, executables, backups }: HooksPlace): InstallStep {
  const edit = hooksEdit(hookEntries(executables), HOOK_MARKER);
  return fileStep({ path: settings, what: "The hooks", edit, backups });
}

/** The edit of the hooks that carry the marker, for any client. */
export function hooksEdit(entries: readonly HookEntry[], marker: string, strictness?: Strictness): FileEdit {
  return {
    has: (text) => listHooks(text, marker, strictness).length > 0,
    put: (text) => mergeHooks(text, entries, marker, strictness),
    take: (text) => removeHooks(text, marker, strictness),
  };
}

/** Clients show an error for a hook that is missing. Throws a `UserError` instead. */
export function checkExecutables(folder: string): void {
  for (const { executable } of HOOK_REGISTRATIONS) {
    const path = executablePath(folder, executable);
    const info = infoOf(path) ?? infoOf(mnemeIn(folder)); // `nameHooks` adds missing hooks
    if (info?.isFile !== true) {
      throw new UserError(`Cannot install the hooks: ${path} is missing`, {
        hint: "keep all executables of a release in one folder, or name that folder with --bin",
      });
    }
    if (!isExecutable(info)) {
      throw new UserError(`Cannot install the hooks: ${path} is not executable`, {
        hint: `run \`chmod +x ${shellWord(path)}\``,
      });
    }
  }
}
