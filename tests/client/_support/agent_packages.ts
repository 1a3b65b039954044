import { runNpm } from "./client_binary.ts";

/** Where a client of npm lies, or why there is none on this machine. */
export type FoundPackage = { readonly folder: string } | { readonly missing: string };

/**
 * The pinned version of a package with all that it needs, installed once into the user's cache folder; without the
 * scripts of any. Missing only where it cannot be had.
 */
export async function findPackage(spec: string): Promise<FoundPackage> {
  const { os, arch } = Deno.build;
  if (os !== "linux" || arch !== "x86_64") return { missing: `none is pinned for ${os} on ${arch}` };
  const home = Deno.env.get("HOME");
  const base = Deno.env.get("XDG_CACHE_HOME") || (home ? `${home}/.cache` : undefined);
  if (base === undefined) return { missing: "neither XDG_CACHE_HOME nor HOME names a folder to keep it in" };
  const cache = `${base}/mneme-build/agents`;
  const folder = `${cache}/${spec.replaceAll("/", "+")}`;
  if (await isThere(folder)) return { folder };
  await Deno.mkdir(cache, { recursive: true });
  const work = await Deno.makeTempDir({ dir: cache, prefix: "fetch-" });
  try {
    await Deno.writeTextFile(`${work}/package.json`, "{}");
    const probe = ["view", spec, "version", "--fetch-timeout=10000", "--fetch-retries=1"];
    const install = ["install", spec, "--ignore-scripts", "--no-audit", "--no-fund"];
    const failure = await runNpm([...probe, "--fetch-retry-mintimeout=500"], work) ??
      await runNpm(install, work);
    if (failure !== undefined) return { missing: failure };
    await Deno.rename(work, folder).catch(async (error) => {
      if (!await isThere(folder)) throw error; // another run was faster
    });
    return { folder };
  } finally {
    await Deno.remove(work, { recursive: true }).catch(() => {});
  }
}

async function isThere(path: string): Promise<boolean> {
  return await Deno.stat(path).then(() => true, () => false);
}
