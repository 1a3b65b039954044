/** How the runtime hands out what it has built in; imported, it would cost hooks that never need it 30 ms. */
interface BuiltIns {
  getBuiltinModule(name: "node:fs"): { closeSync(stream: number): void };
}

/**
 * Closes the streams that the client gave us. On Windows a child inherits them whatever its own are, and the client
 * waits for the end of a hook's output: for as long as the child lives. Nothing can be read or written any more.
 */
export function closeStreams(builtIns: BuiltIns = Reflect.get(globalThis, "process")): void {
  const { closeSync } = builtIns.getBuiltinModule("node:fs");
  for (const stream of [0, 1, 2]) {
    try {
      closeSync(stream);
    } catch {
      // It is closed already: so much the better.
    }
  }
}
