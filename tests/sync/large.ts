/**
 * Sends and takes in many memories over each remote: `deno task bench:sync [COUNT] [REMOTE…]`, 10,000 unless said
 * otherwise. Prints what each step took; fails where two machines do not end with the same, where the remote holds more
 * than twice the live rows, or where a step of more than a hundred thousand needs more memory than MOST_MB. It is no
 * test of the suite, as 100,000 take minutes.
 */
import { DIST } from "../_support/executables.ts";
import { Machine } from "./_support/machines.ts";
import { REMOTES } from "./_support/remotes.ts";

const MOST_MB = 700;
const [size = "10000", ...wanted] = Deno.args;
const count = Number(size);
if (!Number.isInteger(count) || wanted.some((name) => !(name in REMOTES))) {
  console.error(`usage: deno task bench:sync [COUNT] [${Object.keys(REMOTES).join("|")}…]`);
  Deno.exit(2);
}
const complaints: string[] = [];
for (const [kind, start] of Object.entries(REMOTES)) {
  if (wanted.length > 0 && !wanted.includes(kind)) continue;
  const root = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "mneme-large-" }));
  Deno.chmodSync(root, 0o711);
  try {
    await using remote = await start(root);
    if (remote === undefined) continue;
    console.log(`${kind}, ${count} memories`);
    const [a, b] = [new Machine(root, "a"), new Machine(root, "b")];
    await seed(a, count);
    await b.join(remote.url, await a.init(remote.url));
    await measure("push", a, kind);
    await measure("pull", b, kind);
    await measure("nothing new", a, kind);
    await b.run("memory", "edit", "m7", "--body", "Another text");
    await measure("one edit", b, kind);
    await measure("the edit comes", a, kind);
    a.change("update memories set title = 'T' || id, updated_at = '2026-11-21T00:00:00.000Z'");
    await measure("all edited", a, kind);
    await measure("all edits come", b, kind);
    const same = JSON.stringify(a.content()) === JSON.stringify(b.content());
    if (!same || a.content().length !== count) complaints.push(`${kind}: the machines differ`);
    const known = Number(a.rows("select count(*) as n from sync_operations")[0]!.n);
    console.log(`  ${known} operations at the remote, ${count} live rows`);
    if (known > 2 * count) complaints.push(`${kind}: ${known} operations for ${count} rows`);
  } finally {
    Deno.removeSync(root, { recursive: true });
  }
}
for (const complaint of complaints) console.error(complaint);
Deno.exit(complaints.length === 0 ? 0 : 1);

/** Puts the rows in as they are after an import, and has them indexed. */
async function seed(machine: Machine, rows: number): Promise<void> {
  await machine.save("first");
  machine.change(`
    with recursive numbers (i) as (select 2 union all select i + 1 from numbers where i < ${rows})
    insert into memories (project, scope, category, body, source, files, recall_when, created_at, updated_at)
    select '${machine.project}', 'project', 'RUNBOOK',
      'Step ' || i || ': the service ' || hex(i * 7919) || ' reads its table before it starts, see ticket ' || i,
      'user', json_array('${machine.project}/src/part_' || (i % 97) || '/file_' || (i % 1009) || '.ts'),
      json_array('how does service ' || hex(i * 7919) || ' start'),
      strftime('%Y-%m-%dT%H:%M:%fZ', 1790000000 + i, 'unixepoch'),
      strftime('%Y-%m-%dT%H:%M:%fZ', 1790000000 + i, 'unixepoch') from numbers`);
  await machine.run("process");
}

/** Time, processor time and memory of a run, by GNU time. */
async function measure(what: string, machine: Machine, kind: string): Promise<void> {
  const { code, stdout, stderr } = await new Deno.Command("/usr/bin/time", {
    args: ["-f", "%e %U %S %M", `${DIST}/mneme`, "sync"],
    cwd: machine.project,
    clearEnv: true,
    env: machine.env,
  }).output();
  const said = new TextDecoder().decode(stdout).trim();
  const lines = new TextDecoder().decode(stderr).trim().split("\n");
  if (code !== 0) return void complaints.push(`${kind}, ${what}: ${lines[0]}`);
  const [wall = 0, user = 0, system = 0, kilobytes = 0] = lines.at(-1)!.split(" ").map(Number);
  const megabytes = Math.round(kilobytes / 1024);
  const [took, worked] = [wall, user + system].map((seconds) => seconds.toFixed(1).padStart(6));
  const size = `${String(megabytes).padStart(4)} MB`;
  console.log(`  ${what.padEnd(16)} ${took} s, processor ${worked} s, ${size}  ${said}`);
  if (megabytes > MOST_MB) complaints.push(`${kind}, ${what}: ${megabytes} MB, at most ${MOST_MB}`);
}
