import { fail, type Finding, ok, type Remedy, warn } from "./finding.ts";
import { homeEntries, type HomeEntry, nameSome } from "./home_files.ts";
import type { HomeProbe } from "./probe.ts";

const CHECK = "permissions";

/** Whether all that is remembered belongs to this user, who alone can read it and can write it. */
export function checkPermissions({ paths, uid }: HomeProbe): Finding[] {
  const entries = homeEntries(paths.root);
  const foreign = entries.filter((entry) => uid !== null && entry.uid !== null && entry.uid !== uid);
  const open = entries.filter(({ mode }) => mode !== null && (mode & 0o077) !== 0);
  const shut = entries.filter(({ mode, isFolder }) => mode !== null && (~mode & ownerBits(isFolder)) !== 0);
  const findings: Finding[] = [];
  if (foreign.length > 0) {
    findings.push(fail(CHECK, `Another user owns ${nameSome(foreign, paths.root)}`, {
      fix: `sudo chown -R ${uid} '${paths.root}'`,
    }));
  }
  if (shut.length > 0) {
    const text = `You cannot read or write ${nameSome(shut, paths.root)}`;
    findings.push(fail(CHECK, text, chmodRemedy(shut, paths.root)));
  }
  if (open.length > 0) {
    // Behind a private folder nobody gets at an open file.
    const level = open.some(({ path }) => path === paths.root) ? fail : warn;
    const text = `Others may have access to ${nameSome(open, paths.root)}`;
    findings.push(level(CHECK, text, chmodRemedy(open, paths.root)));
  }
  if (findings.length > 0) return findings;
  const isUntold = entries.some(({ mode }) => mode === null);
  return [
    ok(CHECK, isUntold ? `${paths.root} is as private as your profile` : `You alone can read ${paths.root}`),
  ];
}

function chmodRemedy(entries: readonly HomeEntry[], root: string): Remedy {
  return {
    fix: `chmod -R u=rwX,go= '${root}'`,
    repair: () => {
      for (const { path, isFolder } of entries) Deno.chmodSync(path, ownerBits(isFolder));
      return `Made private: ${nameSome(entries, root)}`;
    },
  };
}

function ownerBits(isFolder: boolean): number {
  return isFolder ? 0o700 : 0o600;
}
