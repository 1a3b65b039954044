// The subcommands of `mneme sync` for teams, and those that end access to a space.
import { UsageError, UserError } from "../../base/user_error.ts";
import { sessionOfShell } from "../../machine/environment.ts";
import { unlessAbsent } from "../../machine/files.ts";
import { decodeEvidence } from "../../memory/memory_evidence.ts";
import { MAX_BODY_UNITS, memoryId } from "../../memory/memory_text.ts";
import { noteOwnChange } from "../../store/notes.ts";
import { adoptMemory } from "../../store/others.ts";
import { clearTexts, type MemoryRow } from "../../store/memories.ts";
import { sql } from "../../store/sql.ts";
import type { Store } from "../../store/store.ts";
import type { Values } from "../../sync/merge.ts";
import { HIDDEN, Records } from "../../sync/records.ts";
import { projectName } from "../../sync/portable.ts";
import { LocalRecords } from "../../sync/local_records.ts";
import { repositoryIn } from "../../sync/git_remote.ts";
import { isTeam, ME, readSpaces, requireSpace, spaceId } from "../../sync/spaces.ts";
import { attempt } from "../frame/attempt.ts";
import type { Command, Flags, Output } from "../frame/command.ts";
import { openHome, projectAt, requirePaths, thisProject } from "../frame/home.ts";
import { leaveNoTrace } from "../copies/leave_no_trace.ts";
import { printJson, printLine } from "../frame/output.ts";
import { amount, plainLine } from "../frame/plain_text.ts";
import { requireCategory, requireMemory, requireRow } from "../items/find_item.ts";
import { chosenSpaces, contextOf, inSpace, remoteOf, replaceSpace, type SpaceOption } from "./open_space.ts";

type TeamOptions =
  & Flags<"project" | "categories", "dryRun" | "withEvidence" | "remove">
  & { readonly space: string };

/** The categories that `share` sends by default. Preferences are personal. */
const DEFAULT_CATEGORIES = ["DECISION", "RUNBOOK", "CONSTRAINT", "TECH_DEBT"];

export function addTeamCommands(sync: Command): void {
  sync.subcommand("share", "Share a project's memories with a team, from the next sync on")
    .requiredOption("--space <team:name>", "the team (required)")
    .option("--project <dir>", "another project than this one")
    .option("--categories <names>", `only these categories (default: ${DEFAULT_CATEGORIES.join(",")})`)
    .option("--with-evidence", "also send the words from which each memory was made")
    .option("--dry-run", "list everything that would be sent")
    .orJson("mneme sync share --space team:web --dry-run", share);
  sync.subcommand("unshare", "Stop sharing your memories of a project: the others lose them, you keep them")
    .requiredOption("--space <team:name>", "the team (required)")
    .option("--project <dir>", "another project than this one")
    .orJson("mneme sync unshare --space team:web", unshare);
  sync.subcommand("adopt", "Make your own copy of a memory that came from a team")
    .argument("<ids...>", "as `mneme search` shows them: m12")
    .orJson("mneme sync adopt m12", adopt);
  sync.subcommand("hide", "Remove from this machine a memory that came from a team; the team keeps it")
    .argument("<ids...>", "as `mneme search` shows them: m12")
    .orJson("mneme sync hide m12", hide);
  sync.subcommand("member", "Give a user of a PostgreSQL server access to a space, or take the access away")
    .argument("<user>", "the user's name on the server")
    .requiredOption("--space <name>", "the space (required): me or team:NAME")
    .option("--remove", "take the access away; the user still has the key, so also run `mneme sync rotate`")
    .orJson("mneme sync member anna --space team:web", setMember);
  sync.subcommand("leave", "Take this machine out of a space, and remove other members' memories from it")
    .option("--space <name>", "the space (default: the only one of this machine)")
    .orJson("mneme sync leave --space team:web", leave);
}

async function share(options: TeamOptions): Promise<void> {
  const { project } = sharedBy(options);
  const categories = options.categories?.split(",").map(requireCategory) ?? DEFAULT_CATEGORIES;
  const chosen = { project, categories, ...(options.withEvidence ? { evidence: true } : {}) };
  using home = openHome();
  const all = await inSpace(home, options.space, ({ space }) => {
    const shared = { ...space, shares: [...space.shares.filter((one) => one.project !== project), chosen] };
    const local = new LocalRecords(contextOf(home, shared));
    const found = local.previewShare();
    if (!options.dryRun) {
      replaceSpace(home.paths, space.name, shared);
      local.retryIgnored();
      local.shareWithdrawn();
    }
    return found;
  });
  const going = [...all].filter(([, { fields }]) => fields.project === project);
  if (options.json) {
    const contents = going.map(([id, { fields, lists }]) => ({ id: memoryId(id), ...fields, ...lists }));
    const memories = contents.map(({ id }) => id);
    return printJson({ space: options.space, project, categories, memories, contents });
  }
  going.flatMap(([id, values]) => describeShared(id, values)).forEach(printLine);
  const count = `${amount(going.length, "memory")} of ${project}`;
  if (options.dryRun) return printLine(`${count} would go to ${options.space}`);
  const undo = `undo: mneme sync unshare --space ${options.space}`;
  printLine(`${count}, and later ones, go to ${options.space} with the next \`mneme sync\`; ${undo}`);
}

function describeShared(id: number, { fields, lists }: Values): string[] {
  const { category, title, body, evidence, status, rejected } = fields;
  const isOld = status === "superseded" ? " (replaced)" : "";
  const more = [
    ...(title === null ? [] : [`title: ${title}`]),
    ...(rejected === null ? [] : [`tried and dropped: ${rejected}`]),
    ...(evidence === null ? [] : [`evidence: ${decodeEvidence(String(evidence)).quote}`]),
    ...lists.recall_when!.map((phrase) => `found by: ${phrase}`),
    ...lists.files!.map((file) => `file: ${file}`),
  ].map((line) => `    ${plainLine(line, MAX_BODY_UNITS)}`);
  return [`${memoryId(id)}  ${category}${isOld}  ${plainLine(String(body), MAX_BODY_UNITS)}`, ...more];
}

async function unshare(options: TeamOptions): Promise<void> {
  const { folder, project } = sharedBy(options);
  using home = openHome();
  const count = await inSpace(home, options.space, (context) => {
    const { space } = context;
    const others = space.shares.filter((one) => one.project !== project);
    const isShared = others.length < space.shares.length; // without categories, the team's memories still arrive
    const shares = isShared ? [...others, { project, categories: [] }] : others;
    replaceSpace(home.paths, space.name, { ...space, shares });
    return new LocalRecords(context).withdraw({ project, folder });
  });
  if (options.json) return printJson({ space: options.space, project, withdrawn: count });
  const gone = `${amount(count, "memory")} of ${project}`;
  printLine(`${gone} will be gone from ${options.space} with the next \`mneme sync\``);
  printLine("Copies that others have adopted stay, and nothing takes back what they have read");
}

function adopt(ids: readonly string[], options: Output): void {
  using store = openHome().store;
  const rows = detach(store, ids, { instead: "edit", change: adoptMemory });
  if (options.json) return printJson({ adopted: rows.map(memoryId) });
  printLine(`${amount(rows.length, "memory")} copied as your own; later changes of the author do not arrive`);
}

async function hide(ids: readonly string[], options: Output): Promise<void> {
  using store = openHome().store;
  const change = (_: Store, { id }: MemoryRow, at: string) => clearTexts(store, [id], at);
  const rows = detach(store, ids, { instead: "forget", change });
  await leaveNoTrace(store, requirePaths());
  if (options.json) return printJson({ hidden: rows.map(memoryId) });
  printLine(`${amount(rows.length, "memory")} hidden on this machine; the team keeps them`);
}

/**
 * Changes memories that came from a team, and detaches them, so that no later change arrives. Returns their
 * numbers. `instead`: the command for a memory of the user's own.
 */
function detach(store: Store, ids: readonly string[], { instead, change }: {
  readonly instead: "edit" | "forget";
  readonly change: typeof adoptMemory;
}): number[] {
  const { spaces } = readSpaces(requirePaths());
  const rows = [...new Set(ids.map((id) => requireRow("memory", id)))];
  store.transaction(() => {
    for (const row of rows) {
      const memory = requireMemory(store, row);
      if (memory.author === null) {
        throw new UserError(`m${row} is your own`, {
          hint: `\`mneme memory ${instead} m${row}\` ${instead}s it`,
        });
      }
      const at = new Date().toISOString();
      change(store, memory, at);
      noteOwnChange(store, memoryId(row), sessionOfShell(), at);
      for (const { name } of spaces) {
        const records = new Records(store, name);
        const record = records.ofRow("memory", String(row));
        if (record?.author) records.put({ ...record, ref: HIDDEN, is_dirty: 0 });
      }
    }
  });
  return rows;
}

async function setMember(user: string, options: TeamOptions): Promise<void> {
  const paths = requirePaths();
  const space = requireSpace(readSpaces(paths), options.space);
  await using remote = await remoteOf(paths, space);
  const { PostgresRemote } = await import("../../sync/postgres_remote.ts"); // late, as it loads Node's network modules
  if (!(remote instanceof PostgresRemote)) {
    throw new UserError("Only a PostgreSQL server knows users", {
      hint: "the permissions of a folder or repository decide who can use it; the key decides who can read",
    });
  }
  if (!await remote.setMember(user, options.remove !== true)) {
    const where = options.remove ? `in ${space.name}` : "on the server";
    throw new UserError(`There is no user ${user} ${where}`, { hint: "give the name that the server knows" });
  }
  if (options.json) return printJson({ space: space.name, user, member: options.remove !== true });
  printLine(
    options.remove
      ? `${user} is out of ${space.name}; run \`mneme sync rotate --space ${space.name}\`, as the old key can read later records in a copy of the database`
      : `${user} is in ${space.name}; give them the key by another way than this server`,
  );
}

async function leave(options: SpaceOption): Promise<void> {
  const [name = ME, ...others] = chosenSpaces(options);
  if (others.length > 0) {
    throw new UsageError("Cannot leave a space without its name: this machine is in several", {
      hint: `give --space ${[name, ...others].join(" or --space ")}`,
    });
  }
  using home = openHome();
  const { store, paths } = home;
  const count = await inSpace(home, name, () => {
    const repository = repositoryIn(paths.sync, spaceId(name));
    attempt(`remove ${repository}`, "remove it by hand, then repeat the command", () => {
      unlessAbsent(() => Deno.removeSync(repository, { recursive: true }));
    });
    const records = new Records(store, name);
    const isForeign = sql`m.author is not null and m.status <> 'deleted'`;
    const foreign = isTeam(name) ? records.memories(isForeign) : [];
    store.transaction(() => {
      const at = new Date().toISOString();
      clearTexts(store, foreign, at);
      for (const row of foreign) noteOwnChange(store, memoryId(row), sessionOfShell(), at);
      records.forget();
    });
    replaceSpace(paths, name, undefined);
    return foreign.length;
  });
  await leaveNoTrace(store, paths);
  if (options.json) return printJson({ space: name, removed: count });
  const gone = `${amount(count, "memory")} that came from it ${
    count === 1 ? "is" : "are"
  } gone; what you have shared stays with the others`;
  printLine(`This machine is out of ${name}; ${isTeam(name) ? gone : "your memories stay"}`);
}

function sharedBy({ space, project }: TeamOptions) {
  const paths = requirePaths();
  requireSpace(readSpaces(paths), space);
  if (!isTeam(space)) {
    throw new UserError(`The space ${space} is your own: everything goes there`, {
      hint: "give --space team:NAME",
    });
  }
  const folder = project === undefined ? thisProject() : projectAt(project);
  const name = projectName(folder);
  if (name !== undefined) return { folder, project: name };
  throw new UserError(`${folder} has no name that other machines know`, {
    hint: "give it a git remote, or write a name without a host into its .mneme-project",
  });
}
