import { UsageError } from "../../base/user_error.ts";
import { systemProgram } from "../../machine/system_program.ts";
import { openServer, type PageFiles, type ViewServer } from "../../view/server.ts";
import { Command } from "../command.ts";
import { requirePaths } from "../data_folder.ts";
import { printLine, warnLine } from "../output.ts";
import { parseDuration } from "../plain_text.ts";
import { textBeside } from "../text_beside.ts";
import { chosenProject } from "../this_project.ts";
import { pageCommands } from "./page_commands.ts";

interface ViewFlags {
  readonly port?: string;
  readonly open: boolean;
  readonly project?: string;
  readonly all?: true;
  readonly idle: string;
  readonly out?: string;
}

/** `mneme view`: a page on this machine that shows, corrects and removes what is remembered. */
export function viewCommand(): Command {
  return new Command("view")
    .option("--port <n>", "listen there (default: any free port)")
    .option("--no-open", "print the address and open no browser")
    .option("--project <dir>", "begin with another project")
    .option("--all", "begin with every project")
    .option("--idle <time>", "end when nobody has used it for so long", "30m")
    .option("--out <file>", "write a read-only copy of one project that works without a server")
    .example("mneme view --no-open")
    .action(showPage);
}

async function showPage({ port, open, idle, out, ...place }: ViewFlags): Promise<void> {
  const paths = requirePaths();
  const project = chosenProject(place, paths) ?? null;
  const commands = pageCommands(paths, project);
  if (out !== undefined) {
    const { writeCopy } = await import("./write_copy.ts");
    return await writeCopy(out, commands, pageFiles());
  }
  const options = { port: chosenPort(port), idleMs: parseDuration(idle), files: pageFiles(), commands };
  const server = openServer(options);
  printLine(server.address);
  warnLine("This address opens what is remembered: give it to nobody. Ctrl+C ends it.");
  if (open) openBrowser(server.onceAddress);
  endOnSignals(server);
  if (await server.ended === "idle") warnLine("Ended, as nobody used it any more");
}

function chosenPort(text: string | undefined): number {
  if (text === undefined) return 0;
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new UsageError(`Cannot take ${JSON.stringify(text.slice(0, 40))} as --port`, {
    hint: "give a number from 1 to 65535",
  });
}

/** What the build has made of `src/view/page`. */
function pageFiles(): PageFiles {
  return {
    script: textBeside("../../build/bundles/page.js"),
    style: textBeside("../view/page/page.css"),
  };
}

/** Ctrl+C, a closed terminal and a kind kill: what waits to be undone is done, and the page says that it is over. */
function endOnSignals(server: ViewServer): void {
  const signals = ["SIGINT", "SIGHUP", Deno.build.os === "windows" ? "SIGBREAK" : "SIGTERM"] as const;
  for (const signal of signals) Deno.addSignalListener(signal, () => void server.end());
}

/** No shell on Windows either: `start` is one of its own words, and it would read the address. */
const OPENERS: Readonly<Partial<Record<typeof Deno.build.os, () => readonly [string, ...string[]]>>> = {
  darwin: () => ["open"],
  linux: () => ["xdg-open"],
  windows: () => [systemProgram("rundll32"), "url.dll,FileProtocolHandler"],
};

/** Nothing happens where there is no screen, as over ssh: the address is printed anyway. */
function openBrowser(address: string): void {
  const [program, ...words] = OPENERS[Deno.build.os]?.() ?? [];
  if (program === undefined || !hasScreen()) return;
  try {
    const args = [...words, address];
    new Deno.Command(program, { args, stdin: "null", stdout: "null", stderr: "null" }).spawn().unref();
  } catch {
    warnLine("Cannot open a browser: follow the address above");
  }
}

function hasScreen(): boolean {
  const has = (name: string) => (Deno.env.get(name) ?? "") !== "";
  if (has("SSH_CONNECTION")) return false;
  return Deno.build.os !== "linux" || has("DISPLAY") || has("WAYLAND_DISPLAY");
}
