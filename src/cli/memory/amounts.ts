/** "1 memory", "3 memories". */
export function amountOf(count: number): string {
  return `${count} ${count === 1 ? "memory" : "memories"}`;
}
