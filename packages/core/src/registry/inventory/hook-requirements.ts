import type { EffectiveConfig } from '../../config/config.ts';
import { defaultSettings } from '../../config/defaults.ts';
import type { PackageOptions } from '../../config/package-options.ts';
import { findIsolation } from '../../eligibility/find-isolation.ts';
import { issue } from '../../errors/issue.ts';
import type { ModelSpec } from '../../events/service-spec.ts';
import type { Manifest } from '../../manifest/manifest.ts';
import type { Policy } from '../../policy/policy.ts';
import type { ActiveHook, MissingRequirement } from '../hook-index/hook-index.ts';

type Handler = Manifest['handler'];
type Models = Pick<EffectiveConfig, 'models'>;

/** The model of a prompt or agent hook; null = it is not configured, undefined = the hook needs none. */
export function findModel(handler: Handler, { models }: Models): ModelSpec | null | undefined {
  const name = modelName(handler);
  if (name === null) return undefined;
  return Object.hasOwn(models, name) ? models[name] : null;
}

/** The model of a hook, where it is not configured. */
export function missingModel(handler: Handler, config: Models): readonly MissingRequirement[] {
  return findModel(handler, config) === null
    ? [missing('ELIGIBILITY_MODEL', { want: modelName(handler) ?? defaultSettings.model })]
    : [];
}

/** The model of a hook or its key, where one is not configured or not set in `environment`. */
export function missingForModel(
  handler: Handler,
  config: Models,
  environment: Readonly<Record<string, string | undefined>>,
): readonly MissingRequirement[] {
  const want = findModel(handler, config)?.apiKeyEnv;
  if (want === undefined || environment[want]) return missingModel(handler, config);
  return [missing('ELIGIBILITY_MODEL_KEY', { want })];
}

function modelName(handler: Handler): string | null {
  return handler.mode === 'prompt' || handler.mode === 'agent'
    ? (handler.model ?? defaultSettings.model)
    : null;
}

/** Whether a hook runs isolated: its manifest requests it, or the policy isolates all programs. */
export function wantsIsolation(
  { handler, isolation }: Pick<Manifest, 'handler' | 'isolation'>,
  { isolates }: Policy,
): boolean {
  if (isolation !== 'off') return true;
  const isProgram = handler.mode === 'command' || handler.mode === 'handler';
  // The commands of an agent hook are programs that HookMD cannot isolate: the hook then does not run.
  return isolates && (isProgram || (handler.mode === 'agent' && handler.commands.length > 0));
}

/** The isolation of a hook. Where it is wanted and impossible the hook is ineligible: it never runs without. */
export function isolationOf(
  manifest: Pick<Manifest, 'handler' | 'isolation'>,
  policy: Policy,
  path: string,
): { readonly isolation?: ActiveHook['isolation']; readonly missing: readonly MissingRequirement[] } {
  if (!wantsIsolation(manifest, policy)) return { missing: [] };
  const { mode } = manifest.handler;
  if (mode !== 'command' && mode !== 'handler') {
    const detail = `the mode ${mode} has no program that could be`;
    const fix = 'Write it as a command or a handler, or take `isolation` away.';
    return { missing: [missing('ELIGIBILITY_ISOLATION', { detail, fix })] };
  }
  const backend = findIsolation(path);
  if ('detail' in backend) {
    const detail = `bubblewrap is needed, and ${backend.detail}`;
    const fix = 'Install bubblewrap 0.8 or newer as root (`apt install bubblewrap`).';
    return { missing: [missing('ELIGIBILITY_ISOLATION', { detail, fix })] };
  }
  const writesProject = manifest.isolation === 'writes-project';
  return { isolation: { backend: backend.path, writesProject }, missing: [] };
}

/** A required option without a value: with `onFailure: block` the hook blocks instead of being skipped. */
export function missingOptions(name: string, options: PackageOptions | null): readonly MissingRequirement[] {
  return (options?.missing ?? []).map((want) => missing('ELIGIBILITY_OPTION', { name, want }));
}

function missing(...args: Parameters<typeof issue>): MissingRequirement {
  const { code, message, remedy } = issue(...args);
  return { code, message, remedy };
}
