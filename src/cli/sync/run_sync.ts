// Syncs spaces and describes the result, for `mneme sync` and `mneme process`.
import { errorLine, UserError } from "../../base/user_error.ts";
import { Records } from "../../sync/records.ts";
import { sendMachineNote } from "../../sync/machines.ts";
import { withoutPassword } from "../../sync/remote.ts";
import { type SyncReport, syncSpace } from "../../sync/run.ts";
import { readSpaces } from "../../sync/spaces.ts";
import { asUserError, plainReason } from "../frame/attempt.ts";
import { leaveNoTrace } from "../copies/leave_no_trace.ts";
import { amount, plainText } from "../frame/plain_text.ts";
import { CLEAR_LINE, warnText } from "../frame/output.ts";
import { openHome } from "../frame/home.ts";
import { inSpace, knownRemote } from "./open_space.ts";

export interface SpaceReport extends Partial<SyncReport> {
  readonly space: string;
  readonly error?: string;
  /** The address of a remote that had lost the space, or is another one, as the empty folder of an unmounted disk. */
  readonly made_anew?: string;
}

/** Syncs spaces one after the other, each in at most `timeoutMs`. A failure does not stop the others. */
export async function runSync(
  names: readonly string[] | "all",
  { timeoutMs, isShown = false }: { readonly timeoutMs?: number; readonly isShown?: boolean } = {},
): Promise<readonly SpaceReport[]> {
  using home = openHome();
  const { store, paths } = home;
  const reports: SpaceReport[] = [];
  const hasBar = isShown && Deno.stderr.isTerminal();
  const showProgress = (done: number, what: string) => warnText(`${CLEAR_LINE}${what} ${done}`);
  const chosen = names === "all" ? readSpaces(paths).spaces.map(({ name }) => name) : names;
  for (const name of chosen) {
    const work = (signal: AbortSignal | undefined) =>
      inSpace(home, name, async (context): Promise<SpaceReport> => {
        const { isAnew, ...opened } = await knownRemote(context, paths, signal);
        await using remote = opened.remote;
        const report = await syncSpace(remote, { ...context, ...(hasBar ? { showProgress } : {}) });
        await sendMachineNote(remote, context, Deno.hostname());
        return { ...report, ...(isAnew ? { made_anew: withoutPassword(context.space.remote) } : {}) };
      }, signal);
    try {
      reports.push(await within(work, timeoutMs));
    } catch (error) {
      const { hint } = asUserError("sync", error, "run `mneme sync` again later; what is here waits");
      const reason = errorLine({ message: plainReason(error), hint });
      new Records(store, name).keepState({ last_error: reason });
      reports.push({ space: name, error: reason });
    }
  }
  if (hasBar) warnText(CLEAR_LINE);
  if (reports.some(({ forgotten = 0 }) => forgotten > 0)) await leaveNoTrace(store, paths);
  return reports;
}

const KINDS = ["memory", "lesson", "value", "session", "proposal"];

export function describeReport(report: SpaceReport): string[] {
  const {
    space,
    error,
    pushed = 0,
    taken = {},
    forgotten = 0,
    withdrawn = 0,
    refused = 0,
    unnamed = [],
    made_anew,
  } = report;
  if (error !== undefined) return [`${space}: ${plainText(error)}`];
  const counts = KINDS.flatMap((kind) =>
    taken[kind] ? [amount(taken[kind], kind === "session" ? "summary" : kind)] : []
  );
  const done = [
    `sent ${amount(pushed, "record")}`,
    `took in ${new Intl.ListFormat("en-GB").format(counts) || "nothing"}`,
  ];
  const asked = made_anew?.startsWith("dir:") ? "; is its disk mounted?" : "";
  if (forgotten > withdrawn) done.push(`${amount(forgotten - withdrawn, "record")} forgotten elsewhere`);
  if (withdrawn > 0) done.push(`${amount(withdrawn, "record")} no longer shared`);
  return [
    `${space}: ${done.join(", ")}`,
    ...(made_anew ? [`  the space was missing at the remote and was made anew${asked}`] : []),
    ...(refused > 0 ? [`  ${amount(refused, "record")} set aside; \`mneme sync status\` says why`] : []),
    ...(unnamed.length > 0
      ? [`  ${amount(unnamed.length, "project")} not synced; \`mneme sync status\` says why`]
      : []),
  ];
}

export function requireSuccess(reports: readonly SpaceReport[]): void {
  const failed = reports.filter(({ error }) => error !== undefined);
  if (failed.length === 0) return;
  throw new UserError(failed.map(({ space, error }) => plainText(`${space}: ${error}`)).join("\n"));
}

/** Calls `work`. If it takes longer than `ms`, aborts its signal and rejects. */
async function within<T>(work: (signal: AbortSignal | undefined) => Promise<T>, ms: number | undefined) {
  if (ms === undefined) return await work(undefined);
  const signal = AbortSignal.timeout(ms);
  const timeout = Promise.withResolvers<never>();
  signal.addEventListener("abort", () => timeout.reject(new Error("the remote did not answer in time")));
  const done = work(signal);
  done.catch(() => {}); // it may fail after the timeout, when nobody awaits it
  return await Promise.race([done, timeout.promise]);
}
