import type { RunOptions, TestHome } from "../_support/test_home.ts";

/** What a run of a hook asked of the system, and what the programs did that it started. */
export interface Trace {
  /** Programs that were started, by the paths that were tried and found. */
  readonly programs: readonly string[];
  /** Calls that make or connect a socket but one between processes of this machine, of the hook alone. */
  readonly sockets: readonly string[];
  /** Paths that the hook alone made, opened for writing, renamed or removed. */
  readonly written: readonly string[];
}

const CALLS =
  "trace=socket,connect,bind,listen,accept,accept4,execve,execveat,clone,clone3,fork,vfork,open,openat,openat2,creat,mkdir,mkdirat,rename," +
  "renameat,renameat2,unlink,unlinkat,rmdir,link,linkat,symlink,symlinkat,truncate,chmod,fchmodat,mknod,mknodat";

/** Whether this machine has `strace` and lets it look. */
export function canTrace(): boolean {
  try {
    return new Deno.Command("strace", { args: ["-f", "true"], stdout: "null", stderr: "null" }).outputSync()
      .success;
  } catch {
    return false;
  }
}

/** Runs a hook under `strace`, to the end of all that it starts. */
export async function traceHook(
  home: TestHome,
  hook: string,
  payload: unknown,
  options: RunOptions = {},
): Promise<Trace & { readonly stdout: string }> {
  const file = `${home.root}/trace`;
  const wrap = ["strace", "-f", "-qq", "-s", "4096", "-e", CALLS, "-e", "signal=none", "-o", file];
  const { code, stdout, stderr } = await home.hook(hook, payload, { ...options, wrap });
  if (code !== 0 || stderr !== "") throw new Error(`${hook} ended with ${code}: ${stderr}`);
  const calls = readCalls(Deno.readTextFileSync(file));
  Deno.removeSync(file);
  const own = ownCalls(calls);
  return {
    stdout,
    programs: calls.slice(1).filter(({ name, result }) => name.startsWith("execve") && result === 0).map(
      firstPath,
    ),
    sockets: own.filter(({ name }) => /^(socket|connect|bind|listen|accept4?)$/.test(name))
      .map((
        { text },
      ) => text).filter((text) => !text.includes("AF_UNIX")),
    written: [...new Set(own.flatMap(writtenPaths))].sort(),
  };
}

interface Call {
  readonly pid: number;
  readonly name: string;
  readonly text: string;
  readonly result: number;
}

/** One entry a call: what another thread interrupted is put together again. */
function readCalls(log: string): Call[] {
  const calls: Call[] = [];
  const unfinished = new Map<number, string>();
  for (const line of log.split("\n")) {
    const parts = /^(\d+) +(.*)$/s.exec(line);
    if (parts === null) continue;
    const [pid, text] = [Number(parts[1]), parts[2]!];
    if (text.endsWith("<unfinished ...>")) {
      unfinished.set(pid, text.slice(0, -"<unfinished ...>".length));
      continue;
    }
    const resumed = /^<\.\.\. \w+ resumed>(.*)$/s.exec(text);
    const whole = resumed === null ? text : `${unfinished.get(pid) ?? ""}${resumed[1]}`;
    const name = /^(\w+)\(/.exec(whole)?.[1];
    if (name !== undefined) {
      calls.push({ pid, name, text: whole, result: Number(/= (-?\d+)[^=]*$/.exec(whole)?.[1]) });
    }
  }
  return calls;
}

/** Without those of processes that have become another program, and of their children. */
function ownCalls(calls: readonly Call[]): Call[] {
  const parents = new Map<number, number>();
  for (const { pid, name, result } of calls) if (/^(clone3?|v?fork)$/.test(name)) parents.set(result, pid);
  const foreign = new Set<number>();
  const root = calls[0]?.pid ?? 0;
  const isForeign = (pid: number): boolean => {
    for (let one: number | undefined = pid; one !== undefined; one = parents.get(one)) {
      if (foreign.has(one)) return true;
    }
    return false;
  };
  return calls.filter((call, i) => {
    if (i > 0 && call.name.startsWith("execve") && call.result === 0 && call.pid !== root) {
      foreign.add(call.pid);
    }
    return !isForeign(call.pid);
  });
}

function writtenPaths({ name, text, result }: Call): string[] {
  if (result < 0 || /^(execve|execveat|clone3?|v?fork)$/.test(name)) return [];
  if (/^(socket|connect|bind|listen|accept4?)$/.test(name)) return [];
  if (/^open/.test(name) && !/O_WRONLY|O_RDWR|O_CREAT|O_TRUNC/.test(text)) return [];
  return [...text.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map((match) => match[1]!);
}

function firstPath({ text }: Call): string {
  return /"((?:[^"\\]|\\.)*)"/.exec(text)?.[1] ?? "";
}
