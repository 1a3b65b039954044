/** Where the build reads and writes, as absolute paths. */
export interface Layout {
  readonly root: string;
  readonly dist: string;
  readonly build: string;
  /** One folder per executable: its bundle. */
  readonly bundles: string;
  /** What `mneme` holds beside its code. */
  readonly grammars: string;
  /** Executables on their way into place. */
  readonly out: string;
  readonly record: string;
  readonly runtime: string;
  readonly lock: string;
}

/** The layout of the project at `root`. */
export function layoutOf(root: string): Layout {
  const build = `${root}/build`;
  return {
    root,
    dist: `${root}/dist`,
    build,
    bundles: `${build}/bundles`,
    grammars: `${build}/grammars`,
    out: `${build}/out`,
    record: `${build}/record.json`,
    runtime: `${build}/runtime.json`,
    lock: `${build}/lock`,
  };
}
