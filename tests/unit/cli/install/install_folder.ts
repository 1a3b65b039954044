import { HOOK_REGISTRATIONS } from "../../../../src/base/hook_names.ts";
import { below } from "../../../../src/base/slashes.ts";
import { executablePath } from "../../../../src/cli/registration/own_folder.ts";
import { hooksStep } from "../../../../src/cli/clients/client_steps.ts";
import { namesIn } from "../../../_support/test_home.ts";
import type { InstallStep } from "../../../../src/cli/registration/install_step.ts";
import { testIn } from "../../../_support/test_in.ts";

/** A throw-away folder with a settings file to be, and executables that only have the right names. */
export class InstallFolder implements Disposable {
  readonly root = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "mneme-install-" }));
  readonly settings = below(this.root, ".claude/settings.json");
  readonly backups = below(this.root, "home/backups");

  /** Makes a folder of executables. */
  executables(name: string): string {
    const folder = below(this.root, name);
    Deno.mkdirSync(folder, { recursive: true });
    for (const { executable } of HOOK_REGISTRATIONS) {
      Deno.writeTextFileSync(executablePath(folder, executable), "", { mode: 0o755 });
    }
    return folder;
  }

  step(executables = this.executables("dist")): InstallStep {
    return hooksStep(this.settings, executables, this.backups);
  }

  write(text: string): void {
    Deno.mkdirSync(`${this.root}/.claude`, { recursive: true });
    Deno.writeTextFileSync(this.settings, text);
  }

  read(): string {
    return new TextDecoder("utf-8", { ignoreBOM: true }).decode(Deno.readFileSync(this.settings));
  }

  /** Names below a folder, sorted; none if it is missing. */
  names(folder: string): string[] {
    return namesIn(folder);
  }

  [Symbol.dispose](): void {
    Deno.removeSync(this.root, { recursive: true });
  }
}

export const test = testIn(InstallFolder);

/** The error that the function throws. */
export function errorOf(run: () => unknown): Error {
  try {
    run();
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error("It did not throw an Error");
}

/**
 * Returns true if the settings, `hooks` or the list of one of our events is empty: uninstall without a copy removes or
 * rewrites that part.
 */
export function hasEmptyHolder(text: string): boolean {
  const { hooks, ...others } = JSON.parse(text.replace("\uFEFF", ""));
  if (hooks === undefined) return Object.keys(others).length === 0;
  return Object.keys(hooks).length === 0 ||
    HOOK_REGISTRATIONS.some(({ event }) => hooks[event]?.length === 0);
}
