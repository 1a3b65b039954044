/** A failure that the person building can act on: `main` prints its one line and nothing else. */
export class BuildError extends Error {
  override name = "BuildError";
}
