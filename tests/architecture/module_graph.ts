import { resolve } from "node:path";

const ROOT = resolve(import.meta.dirname!, "../..");

/** One import: repository paths for local files, `npm:name` or `node:name` for everything else. */
export interface ImportEdge {
  readonly from: string;
  readonly to: string;
  readonly isTypeOnly: boolean;
  readonly isDynamic: boolean;
}

interface ModuleGraph {
  readonly files: ReadonlySet<string>;
  readonly edges: readonly ImportEdge[];
}

interface InfoModule {
  readonly specifier: string;
  readonly dependencies?: readonly InfoDependency[];
}

interface InfoDependency {
  readonly specifier: string;
  readonly code?: { readonly specifier?: string };
  readonly type?: { readonly specifier?: string };
  readonly isDynamic?: boolean;
}

/** All modules that the given files reach, as `deno info` sees them. */
export async function loadGraph(entries: readonly string[]): Promise<ModuleGraph> {
  const files = new Set<string>();
  const edges = new Map<string, ImportEdge>();
  for (const entry of entries) {
    for (const module of await infoModules(entry)) {
      const from = localPath(module.specifier);
      if (from === undefined) continue;
      files.add(from);
      for (const edge of edgesOf(from, module)) edges.set(JSON.stringify(edge), edge);
    }
  }
  return { files, edges: [...edges.values()] };
}

/** Files that are loaded when `entry` starts: neither types nor dynamic imports. */
export function staticClosure(graph: ModuleGraph, entry: string): Set<string> {
  const closure = new Set([entry]);
  for (const path of closure) {
    for (const edge of graph.edges) {
      if (edge.from === path && !edge.isTypeOnly && !edge.isDynamic) closure.add(edge.to);
    }
  }
  return closure;
}

/**
 * Lays what imports above what it imports, by files or by what `place` says of them: the number of floors, and the imports
 * that cannot be laid, as they lead into a circle.
 */
export function stack(edges: readonly ImportEdge[], place = (path: string) => path) {
  let floors = 1;
  let circle = edges.map(({ from, to }) => [place(from), place(to)]).filter(([from, to]) => from !== to);
  while (circle.length > 0) {
    const above = new Set(circle.map(([from]) => from));
    const rest = circle.filter(([, to]) => above.has(to));
    if (rest.length === circle.length) return { floors: Infinity, circle };
    [circle, floors] = [rest, floors + 1];
  }
  return { floors, circle };
}

/** `src/base` for `src/base/time.ts`; a package is its own folder. */
export function folderOf(path: string): string {
  if (!path.startsWith("src/")) return path.split("/")[0]!;
  return path.split("/", 2).join("/");
}

/** Every TypeScript file below a folder of the repository. */
export function sourceFiles(folder: string): string[] {
  const paths: string[] = [];
  for (const entry of Deno.readDirSync(`${ROOT}/${folder}`)) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory) paths.push(...sourceFiles(path));
    else if (/\.tsx?$/.test(entry.name)) paths.push(path);
  }
  return paths.sort();
}

export function readSource(path: string): string {
  return Deno.readTextFileSync(`${ROOT}/${path}`);
}

export function exists(path: string): boolean {
  try {
    return Deno.statSync(`${ROOT}/${path}`).isFile;
  } catch {
    return false;
  }
}

async function infoModules(entry: string): Promise<readonly InfoModule[]> {
  const command = new Deno.Command(Deno.execPath(), {
    args: ["info", "--json", entry],
    cwd: ROOT,
    stdin: "null",
  });
  const { stdout } = await command.output();
  return (JSON.parse(new TextDecoder().decode(stdout)) as { modules: InfoModule[] }).modules;
}

function edgesOf(from: string, module: InfoModule): ImportEdge[] {
  return (module.dependencies ?? []).map((dependency) => {
    const target = dependency.code?.specifier ?? dependency.type?.specifier ?? dependency.specifier;
    return {
      from,
      to: localPath(target) ?? packageName(target),
      isTypeOnly: dependency.code === undefined,
      isDynamic: dependency.isDynamic === true,
    };
  });
}

function localPath(specifier: string): string | undefined {
  const prefix = `file://${ROOT}/`;
  return specifier.startsWith(prefix) ? specifier.slice(prefix.length) : undefined;
}

function packageName(specifier: string): string {
  return specifier.replace(/^npm:\/?/, "npm:").replace(/(?<=.)@[\d^~.]+.*$/, "");
}
