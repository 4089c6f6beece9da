import type { findPullProblem, findStaleRelease, PolicyReading } from '@hookmd/core/settings';
import type { Places } from '@hookmd/core/system';
import { cleanLine, counted } from '@hookmd/core/text';

import type { Context } from '../../command-line/context.ts';
import type { Launcher } from '../../launcher/build-launcher.ts';
import { launcherCommand } from '../../launcher/launcher-command.ts';
import type { End } from '../../serve/run-runtime.ts';
import type { RuntimeStatus } from '../../serve/runtime-directory.ts';
import { describeAgo } from '../../ui/ago.ts';
import { alignColumns, wrapUnder } from '../../ui/output.ts';

const reasons: Readonly<Record<End, string>> = {
  stopped: 'by request',
  'newer launcher': 'a launcher of a newer HookMD called',
  updated: 'HookMD was updated',
  idle: 'no event came',
  signal: 'a signal came',
  'socket lost': 'its socket is gone',
};

/** The socket listens. */
export function showReady({ err }: Context): void {
  err.line('The daemon is running. Press Ctrl-C to stop it.');
}

export function showEnd(context: Context, end: End): void {
  if (context.isJson) context.print({ schema: 'hookmd.daemon/1', ended: end });
  else context.out.line(`The daemon ended: ${reasons[end]}.`);
}

/** The command for the settings of an agent. */
export function showLauncher(context: Context, { path, kind, problem }: Launcher, places: Places): void {
  const { out, err } = context;
  if (context.isJson) {
    context.print({ schema: 'hookmd.launcher/1', path, kind, problem });
    return;
  }
  out.line(launcherCommand('AGENT', 'EVENT', places));
  if (problem !== null)
    err.line(`warning: it starts Node for each event instead of using the daemon: ${cleanLine(problem)}.`);
}

/** `status` = the last one of the daemon; null = there was none. */
export function showStopped(context: Context, status: RuntimeStatus | null): void {
  if (context.isJson) context.print({ schema: 'hookmd.daemon/1', stopped: status !== null });
  else if (status === null) context.out.line('The daemon is not running.');
  else context.out.line(`Stopped the daemon ${status.pid}. The next event starts it again.`);
}

/** The release of the organization; null = it publishes none for this machine. */
interface ReleaseFacts {
  readonly release: PolicyReading['release'];
  readonly stale: ReturnType<typeof findStaleRelease>;
  readonly notPulled: ReturnType<typeof findPullProblem>;
}

export function showStatus(
  context: Context,
  status: RuntimeStatus | null,
  stateDir: string,
  { release, stale, notPulled }: ReleaseFacts,
): void {
  const { out, isJson } = context;
  const isStale = stale !== null && stale.from <= Date.now();
  if (isJson) {
    const daemon = status ?? { schema: 'hookmd.status/1', running: false, state: stateDir };
    context.print({ ...daemon, ...(release === null ? {} : { release: { ...release, isStale } }) });
    return;
  }
  showDaemon(context, status, stateDir);
  if (isStale) out.line(wrapUnder(`${cleanLine(stale.issue.message)} ${stale.issue.remedy}`, out.width));
  else if (release !== null && 'expires' in release) {
    const { release: number, ring, expires } = release;
    const line = `Release ${number} of your organization, ring ${cleanLine(ring)}, is valid until ${expires.slice(0, 10)}.`;
    out.line(wrapUnder(line, out.width));
  }
  if (notPulled !== null)
    out.line(wrapUnder(`${cleanLine(notPulled.message)} ${notPulled.remedy}`, out.width));
}

function showDaemon({ out }: Context, status: RuntimeStatus | null, stateDir: string): void {
  if (status === null) {
    const how = 'The next event starts it; `hooks daemon` starts it now.';
    out.line(wrapUnder(`The daemon is not running. ${how}`, out.width));
    return;
  }
  const { dispatched, rejected, inProgress, waiting, daemonBytes } = status;
  const rows = [
    ['process', `${status.pid}, HookMD ${status.version}, Node ${status.node}`],
    ['since', describeAgo(Date.parse(status.startedAt), Date.now())],
    ['events', `${counted(dispatched, 'event')}, ${rejected} run without the daemon`],
    ['now', `${inProgress} in progress, ${waiting} waiting`],
    ['memory', `${Math.round(daemonBytes / 1024 / 1024)} MB`],
    ['state', cleanLine(stateDir)],
  ];
  for (const line of alignColumns(rows, { indent: '', width: out.width })) out.line(line);
}
