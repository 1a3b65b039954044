/** Runs the work with these variables set, or unset where `null`, and puts back what was there. */
export function withEnvironment(variables: Readonly<Record<string, string | null>>, work: () => void): void {
  const before = Object.keys(variables).map((name) => [name, Deno.env.get(name) ?? null] as const);
  setAll(Object.entries(variables));
  try {
    work();
  } finally {
    setAll(before);
  }
}

/** The same for work that takes its time; nothing else must read these variables meanwhile. */
export async function withEnvironmentDuring(
  variables: Readonly<Record<string, string | null>>,
  work: () => Promise<void>,
): Promise<void> {
  const before = Object.keys(variables).map((name) => [name, Deno.env.get(name) ?? null] as const);
  setAll(Object.entries(variables));
  try {
    await work();
  } finally {
    setAll(before);
  }
}

function setAll(variables: Iterable<readonly [string, string | null]>): void {
  for (const [name, value] of variables) {
    if (value === null) Deno.env.delete(name);
    else Deno.env.set(name, value);
  }
}
