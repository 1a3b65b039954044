// Says what a sync has left out of a team, and what brings it in. For `mneme sync`, the doctor and session starts.
import { quotedWord } from "../machine/mneme_command.ts";
import { LEFT_OUT } from "../store/at_start.ts";
import type { LocalRecords } from "./local_records.ts";
import type { ProjectNames } from "./portable.ts";
import { joinCommand } from "./remote.ts";
import { isTeam, type Space } from "./spaces.ts";

/** Names a project that this machine had in a team and that is left out by now; `null` if there is none. */
export function leftOut(local: LocalRecords): string | null {
  const [folder, ...more] = [...local.unnamed].flatMap(([one, former]) => former === undefined ? [] : one)
    .sort();
  if (folder === undefined) return null;
  const others = more.length > 0 ? ` (and ${more.length} more: \`mneme sync status\`)` : "";
  return `${LEFT_OUT} ${folder}: ${adviceOn(local, folder)}${others}`;
}

/** Says why a folder with a name stays out of a team, and what the user can do. */
export function adviceOn({ context: { space, names }, unnamed }: LocalRecords, folder: string): string {
  const [name, former] = [names.nameOf(folder), unnamed.get(folder)];
  const hasShared = space.shares.some(({ categories }) => categories.length > 0);
  // `share` would also send the memories of a user who has only joined.
  const command = `\`${hasShared ? shareCommand(space) : joinCommand(space)}\``;
  const none = `no share has its name ${name}`;
  if (former === undefined) return `${none}; ${command} there makes one`;
  if (former === name) {
    return `others share ${name} under another name now; give it the new git remote, too, then run ${command} there`;
  }
  const kept = `git config mneme.project ${quotedWord(ownPart(folder, former, names))}`;
  return `${none}; if the others keep the old name, run \`${kept}\` there, else each member runs ${command} there`;
}

/** Tells whether a machine is in a team, but takes part in none of its projects. */
export function hasNoProject({ name, shares }: Space): boolean {
  return isTeam(name) && shares.length === 0;
}

/** Says how a machine in a team gets the memories of a project. */
export function howToTakePart(space: Space): string {
  const [join, share] = [joinCommand(space), shareCommand(space)];
  return `in a project's folder, \`${join}\` receives its memories, and \`${share}\` also sends yours`;
}

function shareCommand({ name }: Space): string {
  return `mneme sync share --space ${name}`;
}

/** Returns a folder's former name without the path below the folder that has a name of its own. */
function ownPart(folder: string, former: string, names: Pick<ProjectNames, "nameOf">): string {
  const at = Math.max(folder.lastIndexOf("/"), folder.lastIndexOf("\\"));
  const [above, tail] = [folder.slice(0, at), `/${folder.slice(at + 1)}`];
  const isBelow = at > 0 && names.nameOf(folder) === `${names.nameOf(above)}${tail}` && former.endsWith(tail);
  return isBelow ? ownPart(above, former.slice(0, -tail.length), names) : former;
}
