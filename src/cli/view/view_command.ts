// The command `mneme view`: serves the page that shows and changes what is stored.
import type { Paths } from "../../machine/paths.ts";
import { headText, removeQuietly, textBeside, textOf, writeAtomic } from "../../machine/files.ts";
import { systemProgram } from "../../machine/system_program.ts";
import { dropKeys, newKey } from "../../view/access.ts";
import {
  addressOf,
  openServer,
  type PageFiles,
  type ServerOptions,
  type ViewServer,
} from "../../view/server.ts";
import { attempt } from "../frame/attempt.ts";
import { chosenNumber, Command, type Flags } from "../frame/command.ts";
import { evaluateProject } from "../config/compile.ts";
import { chosenProject, keepPlace, requirePaths } from "../frame/home.ts";
import { requireAbsent, requireFolderOf, resolvePath } from "../frame/typed_paths.ts";
import { printLine, warnLine } from "../frame/output.ts";
import { parseDuration, plainText, sizeText } from "../frame/plain_text.ts";
import { takeLock } from "../frame/locks.ts";
import { change } from "./changes.ts";
import { copyText } from "./copy.ts";
import { explain, type PageHome, pageHome } from "./page_home.ts";
import { read } from "./reads.ts";

type ViewFlags = Flags<"port" | "project" | "idle" | "out", "all"> & { readonly open: boolean };

export function viewCommand(): Command {
  return new Command("view")
    .option("--port <n>", "the port; 0 takes any free port (default: view.port; if not set, the last port)")
    .option("--no-open", "print the address and open no browser")
    .option("--project <dir>", "begin with another project")
    .option("--all", "begin with every project").exclusive("project", "all")
    .option("--idle <time>", "end after this long without use, or never (default: 30m)")
    .option("--out <file>", "write a read-only copy of one project (or --all) that works without a server")
    .example("mneme view --idle never")
    .action(showPage);
}

/** Prints the address of the running server, or starts one and serves until it ends. */
async function showPage({ port, open, idle, out, ...place }: ViewFlags): Promise<void> {
  keepPlace(); // the folder may be removed while the server runs
  const paths = requirePaths();
  const project = chosenProject(place) ?? null;
  const home = pageHome(paths, project);
  if (out !== undefined) return await writeCopy(out, home);
  const wanted = port === undefined ? undefined : chosenNumber(port, "--port", [0, 65_535]);
  const idleMs = idle === "never" ? Infinity : parseDuration(idle ?? "30m");
  const lock = takeLock(paths, "view");
  if (lock !== undefined) dropKeys(paths); // keys of a killed server, before a second process adds its own
  const running = lock === undefined ? notedPort(paths) : undefined;
  if (running !== undefined && (wanted === undefined || wanted === running)) {
    if (idle !== undefined) warnLine("The server runs already, and ends as the first `mneme view` said");
    return printAddress(paths, { port: running, project, open });
  }
  const options: Omit<ServerOptions, "port"> = {
    ...{ idleMs, files: pageFiles(), paths, explain, actions: home.actions },
    read: (name, params) => read(home, name, Object.fromEntries(params)),
    change: (name, body) => change(home, name, body),
  };
  const server = wanted === undefined ? openAtUsualPort(options) : openServer({ ...options, port: wanted });
  if (lock !== undefined) writeAtomic(portFile(paths), `${server.port}\n`);
  printAddress(paths, { port: server.port, project, open });
  endOnSignals(server);
  if (await server.ended === "idle") warnLine("Ended, as nobody used it any more");
  if (lock !== undefined) dropKeys(paths);
  lock?.close();
}

const HEAD_BYTES = 65_536; // a copy's title stands in them, after its style

/** Writes the page with its present data to one file, which only this user can read. */
async function writeCopy(file: string, home: PageHome): Promise<void> {
  const path = resolvePath(file);
  requireFolderOf(path);
  if (!headText(path, HEAD_BYTES).includes("<title>mneme</title>")) requireAbsent(path); // a copy is made again
  const text = await copyText(home, pageFiles());
  attempt(`write ${plainText(path)}`, "give another place", () => writeAtomic(path, text));
  const size = sizeText(new TextEncoder().encode(text).length);
  printLine(`Wrote ${plainText(path)}, ${size}: it holds what is remembered, in plain text`);
}

const portFile = ({ state }: Paths): string => `${state}/view.port`;

const notedPort = (paths: Paths): number | undefined => Number(textOf(portFile(paths))) || undefined;

/**
 * Opens the server at the port that `view.port` sets, else at the last port, so that open tabs and bookmarks
 * find the page. If that port cannot be opened, uses another one.
 */
export function openAtUsualPort(options: Omit<ServerOptions, "port">): ViewServer {
  const { paths } = options;
  const port = evaluateProject(paths, paths.root).settings.view.port || notedPort(paths) || 0;
  try {
    return openServer({ ...options, port });
  } catch (error) {
    if (port === 0) throw error;
    const server = openServer({ ...options, port: 0 });
    warnLine(`${(error as Error).message}; the page is at port ${server.port} this time`);
    return server;
  }
}

/** Prints an address that lets one tab in, and opens the browser with another, whose key others may see. */
function printAddress(
  paths: Paths,
  { port, project, open }: { readonly port: number; readonly project: string | null; readonly open: boolean },
): void {
  printLine(addressOf(port, newKey(paths, { project, isSeen: false })));
  warnLine(
    "This address opens what is remembered, once: give it to nobody. `mneme view` prints another one.",
  );
  if (open && hasScreen()) openBrowser(paths, addressOf(port, newKey(paths, { project, isSeen: true })));
}

function pageFiles(): PageFiles {
  return { script: textBeside("../build/bundles/page.js"), style: textBeside("view/page/page.css") };
}

/** Ends the server at Ctrl+C, SIGTERM and the end of the terminal. */
function endOnSignals(server: ViewServer): void {
  const signals = ["SIGINT", "SIGHUP", Deno.build.os === "windows" ? "SIGBREAK" : "SIGTERM"] as const;
  for (const signal of signals) Deno.addSignalListener(signal, () => void server.end());
}

/** The program that opens an address. On Windows, the shell of `start` would interpret the address. */
const OPENERS: Readonly<Partial<Record<typeof Deno.build.os, () => readonly [string, ...string[]]>>> = {
  darwin: () => ["open"],
  linux: () => ["xdg-open"],
  windows: () => [systemProgram("rundll32"), "url.dll,FileProtocolHandler"],
};
const REDIRECT_FILE_MS = 20_000;

/**
 * Opens the browser. Except on Windows, other users can read a program's arguments: on macOS the browser gets a
 * file that refers to the address, and on Linux, where a packaged browser may not read that file, the server
 * checks who connects (`isOwnPeer`).
 */
function openBrowser(paths: Paths, address: string): void {
  const [program, ...options] = OPENERS[Deno.build.os]?.() ?? [];
  if (program === undefined) return;
  try {
    const args = [...options, Deno.build.os === "darwin" ? redirectFile(paths, address) : address];
    // Detached, as Ctrl+C in the terminal would also end a browser that was not running before.
    const silent = { stdin: "null", stdout: "null", stderr: "null" } as const;
    new Deno.Command(program, { args, detached: true, ...silent }).spawn().unref();
  } catch {
    warnLine("Cannot open a browser: follow the address above");
  }
}

function redirectFile(paths: Paths, address: string): string {
  const path = `${paths.state}/view.html`;
  writeAtomic(path, `<meta http-equiv="refresh" content="0;url=${address}">`);
  Deno.unrefTimer(setTimeout(() => removeQuietly(path), REDIRECT_FILE_MS));
  return path;
}

/** Returns true if a browser can be shown. Over ssh, only the address is printed. */
function hasScreen(): boolean {
  const has = (name: string) => (Deno.env.get(name) ?? "") !== "";
  if (has("SSH_CONNECTION")) return false;
  return Deno.build.os !== "linux" || has("DISPLAY") || has("WAYLAND_DISPLAY");
}
