/** What a worker is to do. */
export interface Job {
  readonly name: string;
  readonly seconds: number;
  readonly seed: number;
}

/** A case that broke a promise, as JSON text. */
export interface Failure {
  readonly text: string;
  readonly error: string;
}

/** What a worker says: each case before it is tried, and how it ended. */
export type FromWorker =
  | { readonly kind: "case"; readonly text: string }
  | { readonly kind: "end"; readonly cases: number; readonly failure: Failure | undefined };
