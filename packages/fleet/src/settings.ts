import { resolve } from 'node:path';
import { HookError } from '@hookmd/core/errors';
import type { FleetPolicy } from '@hookmd/core/settings';
import { resolvePlaces } from '@hookmd/core/system';
import type { ActionContext, ActionOption } from './action.ts';
import { DEFAULT_STREAM, type NatsServer } from './sinks/nats.ts';

/** The receivers: options before the policy. */
export interface FleetSettings {
  readonly nats: NatsServer | null;
  readonly otlp: FleetPolicy['otlp'];
}

export const natsOptions: readonly ActionOption[] = [
  { flags: '--nats <url>', about: 'use this NATS server instead of those of the policy; may be repeated' },
  { flags: '--credentials <file>', about: 'the credentials for it' },
  { flags: '--stream <name>', about: `its stream (default: ${DEFAULT_STREAM})` },
];

export const otlpOptions: readonly ActionOption[] = [
  { flags: '--otlp <url>', about: 'use this OTLP endpoint for logs instead of that of the policy' },
  { flags: '--headers <file>', about: 'a file with its headers, each a line `Name: value`' },
];

export const placeOptions: readonly ActionOption[] = [
  { flags: '--home <dir>', about: 'use DIR as the home directory' },
  { flags: '--state <dir>', about: 'use DIR as the state directory' },
];

/** Reads the options, and the policy of the machine where they name no receiver. Throws POLICY_BROKEN. */
export async function readSettings(context: ActionContext, managedDir: string): Promise<FleetSettings> {
  const { nats, otlp } = receiversGiven(context);
  if (nats !== null || otlp !== null) return { nats, otlp };
  // Loads what parses policies, and so several megabytes.
  const { readPolicy } = await import('@hookmd/core/settings');
  const { policy, path, issues } = await readPolicy(managedDir);
  const [issue] = issues;
  if (issue !== undefined)
    throw new HookError('POLICY_BROKEN', { path, unknown: 'where events go', detail: issue.message });
  const { nats: server = null, otlp: endpoint = null } = policy.fleet ?? {};
  return {
    nats: server === null ? null : { ...server, ...natsFacts(context) },
    otlp: endpoint === null ? null : { ...endpoint, headers: pathOf(context, 'headers') ?? endpoint.headers },
  };
}

/** The NATS server alone. Throws NO_RECEIVER. */
export async function requireNats(context: ActionContext): Promise<NatsServer> {
  const { managedDir } = resolvePlaces({ cwd: context.cwd, workDir: '/', environment: context.environment });
  const { nats } = await readSettings(context, managedDir);
  if (nats !== null) return nats;
  const keys = '`fleet.nats.servers`';
  throw new HookError('NO_RECEIVER', { receiver: 'NATS server', keys, options: '`--nats URL`' });
}

/** The receivers that options name. */
export function receiversGiven(context: ActionContext): FleetSettings {
  const servers = context.texts('nats');
  const url = context.text('otlp');
  const none = { credentials: null, stream: DEFAULT_STREAM };
  return {
    nats: servers.length === 0 ? null : { servers, ...none, ...natsFacts(context) },
    otlp: url === undefined ? null : { url, headers: pathOf(context, 'headers') },
  };
}

function natsFacts(context: ActionContext): Partial<NatsServer> {
  const credentials = pathOf(context, 'credentials');
  const stream = context.text('stream');
  return { ...(credentials === null ? {} : { credentials }), ...(stream === undefined ? {} : { stream }) };
}

function pathOf(context: ActionContext, option: string): string | null {
  const path = context.text(option);
  return path === undefined ? null : resolve(context.cwd, path);
}
