/**
 * SQL for whether nothing came between the moment of a write, its one parameter, and now; else the write is late. What
 * lies behind now was recorded under a clock that ran ahead and was set back since, and does not count.
 */
export function isNewest(recorded: string): string {
  return `(${recorded} <= ? or ${recorded} > strftime('%Y-%m-%dT%H:%M:%fZ'))`;
}
