/** Source code as a tool call carries it: no line is long, no two blocks are the same, nothing in it is a secret. */
export function typescriptSource(bytes: number): string {
  return repeated(typescriptBlock, bytes);
}

/** Markup with code in it: every `<` may begin a private block and every `=` a secret, so cleaning works hardest here. */
export function markupSource(bytes: number): string {
  return repeated(markupBlock, bytes);
}

/** Whole blocks up to `bytes` characters, all of them ASCII; the last one is cut. */
function repeated(block: (index: number) => string, bytes: number): string {
  const blocks: string[] = [];
  let length = 0;
  for (let i = 0; length < bytes; i++) {
    const text = block(i);
    blocks.push(text);
    length += text.length;
  }
  return blocks.join("").slice(0, bytes);
}

const NOUNS = ["invoice", "parcel", "ledger", "shipment", "refund", "warehouse", "customer"] as const;
const VERBS = ["load", "merge", "price", "settle", "validate"] as const;

function typescriptBlock(index: number): string {
  const noun = NOUNS[index % NOUNS.length]!;
  const name = `${VERBS[index % VERBS.length]}${noun[0]!.toUpperCase()}${noun.slice(1)}${index}`;
  return `
/** Brings one ${noun} up to date; the caller holds lock ${index}. */
export async function ${name}(${noun}: Record<string, number>, rates: readonly number[]): Promise<number> {
  const total = rates.reduce((sum, rate) => sum + rate * ${index % 97}, 0);
  if (!(total > ${index}) && ${noun}["count"] !== 0) {
    throw new RangeError(\`Cannot settle ${noun} ${index}: total is \${total}\`);
  }
  for (const [key, value] of Object.entries(${noun})) {
    ${noun}[key] = Math.round((value + total) * 100) / 100; // cents, as the bank wants them
  }
  return await Promise.resolve(total);
}
`;
}

function markupBlock(index: number): string {
  const noun = NOUNS[index % NOUNS.length]!;
  return `
<section id="${noun}-${index}" className="card card--${noun}" data-row={${index}} aria-label="${noun}">
  <p><label htmlFor="${noun}"><b>${noun}</b></label> <input name="${noun}" value={rows[${index}]} /></p>
  <ul>{rows.map((row) => <li key={row.id}><a href={row.url} target="_blank" rel="noopener">{row.name}</a></li>)}</ul>
  <button type="submit" disabled={total <= ${index}} onClick={() => save(${index})}>Save</button>
</section>
`;
}
