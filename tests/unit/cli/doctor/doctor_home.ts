import { executablePath, hookEntries } from "../../../../src/cli/registration/own_folder.ts";
import { readPlace } from "../../../../src/cli/registration/registered_hooks.ts";
import type { Finding } from "../../../../src/cli/doctor/check.ts";
import type { HomeProbe } from "../../../../src/cli/doctor/check.ts";
import { HOOK_MARKER } from "../../../../src/base/hook_names.ts";
import { mergeHooks } from "../../../../src/cli/registration/settings_edit.ts";
import { HOOK_NAMES } from "../../../../src/cli/frame/hook_stats.ts";
import { VERSION } from "../../../../src/base/version.ts";
import { CliHome } from "../../../_support/cli_home.ts";
import { below, parentFolder } from "../../../../src/base/slashes.ts";
import { asElsewhere } from "../../../_support/windows.ts";
import { testIn } from "../../../_support/test_in.ts";

/** A home in which everything is as it should be, and the probe of it. */
export class DoctorHome extends CliHome {
  readonly executables = below(this.root, "dist");
  readonly userSettings = below(this.root, "home/.claude/settings.json");
  readonly projectSettings = below(this.project, ".claude/settings.json");

  constructor() {
    super();
    this.prepare();
    this.withStore((store) =>
      store.execute(
        "insert into sessions (session_id, project, started_at, last_started_at) values ('seen', '', '2026', '2026')",
      )
    );
    Deno.mkdirSync(this.executables);
    for (const name of [...HOOK_NAMES, "mneme"]) {
      Deno.writeTextFileSync(executablePath(this.executables, name), "", { mode: 0o755 });
    }
    for (const path of [this.userSettings, this.projectSettings]) {
      Deno.mkdirSync(parentFolder(path), { recursive: true });
    }
    this.install(this.userSettings);
  }

  /** Registers the hooks as `mneme install` does. */
  install(settings: string, executables = this.executables): void {
    Deno.writeTextFileSync(settings, mergeHooks("{}", hookEntries(executables), HOOK_MARKER));
  }

  /** Changes the user's settings as text. */
  editSettings(from: string | RegExp, to: string): void {
    const before = Deno.readTextFileSync(this.userSettings);
    const after = before.replace(from, to);
    if (after === before) throw new Error(`The settings do not hold ${from}`);
    Deno.writeTextFileSync(this.userSettings, after);
  }

  probe(changes: Partial<HomeProbe> = {}): HomeProbe {
    return {
      paths: this.paths,
      project: this.project,
      now: new Date(),
      isPackage: false,
      binFolder: this.executables,
      typed: undefined,
      settings: [
        readPlace({ path: this.userSettings, scope: "user" }),
        readPlace({ path: this.projectSettings, scope: "project" }),
      ],
      managed: readPlace({ path: below(this.root, "managed.json"), scope: "user" }),
      servers: [{ scope: "user", command: executablePath(this.executables, "mneme"), args: ["mcp"] }],
      uid: Deno.uid(),
      start: (_path, args) =>
        Promise.resolve({ code: 0, output: args[0] === "--version" ? `${VERSION}\n` : "" }),
      ...changes,
    };
  }

  /** Damages every page of the database but the first. */
  damageDatabase(): void {
    const bytes = Deno.readFileSync(this.paths.database);
    bytes.fill(0x55, 4096);
    Deno.writeFileSync(this.paths.database, bytes);
  }
}

export const test = testIn(DoctorHome);

/** Level and text of each finding, without the folder that the test made up. */
export function said(findings: readonly Finding[], home: DoctorHome): string[] {
  return findings.map(({ level, text }) => `${level}: ${asElsewhere(text.replaceAll(home.root, ""))}`);
}

/** Level and check of everything that is not in order. */
export function problems(findings: readonly Finding[]): string[] {
  return findings.filter(({ level }) => level !== "ok").map(({ level, check }) => `${level} ${check}`);
}
