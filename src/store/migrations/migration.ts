/** One step of the schema. Released ones are never edited; a change is a further step with its reason. */
export interface Migration {
  /** The `user_version` that the database has after this step. */
  readonly version: number;
  readonly sql: string;
}
