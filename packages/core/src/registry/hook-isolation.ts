import { findIsolation } from '../eligibility/find-isolation.ts';
import { issue } from '../errors/issue.ts';
import type { Manifest } from '../manifest/manifest.ts';
import type { Policy } from '../policy/policy.ts';
import type { ActiveHook, MissingRequirement } from './active-set.ts';

/** A hook that asks for it, or a machine on which all programs are isolated. */
export function wantsIsolation(
  { handler, isolation }: Pick<Manifest, 'handler' | 'isolation'>,
  { isolates }: Policy,
): boolean {
  if (isolation !== 'off') return true;
  const isProgram = handler.mode === 'command' || handler.mode === 'handler';
  // What a model may run are programs too, and nothing isolates those: then it does not run.
  return isolates && (isProgram || (handler.mode === 'agent' && handler.commands.length > 0));
}

/** How it is isolated; nothing where it is not to be. Where it cannot be, it is ineligible: never as if nobody had asked. */
export function isolationOf(
  manifest: Pick<Manifest, 'handler' | 'isolation'>,
  policy: Policy,
  path: string,
): { readonly isolation?: ActiveHook['isolation']; readonly unmet: readonly MissingRequirement[] } {
  if (!wantsIsolation(manifest, policy)) return { unmet: [] };
  const refuse = (detail: string, fix: string): { readonly unmet: readonly MissingRequirement[] } => {
    const { code, message, remedy } = issue('ELIGIBILITY_ISOLATION', { detail, fix });
    return { unmet: [{ code, message, remedy }] };
  };
  const { mode } = manifest.handler;
  if (mode !== 'command' && mode !== 'handler')
    return refuse(
      `the mode ${mode} has no program that could be`,
      'Write it as a command or a handler, or take `isolation` away.',
    );
  const backend = findIsolation(path);
  if ('detail' in backend) {
    const fix = 'Install bubblewrap 0.8 or newer as root (`apt install bubblewrap`).';
    return refuse(`bubblewrap is needed, and ${backend.detail}`, fix);
  }
  const writesProject = manifest.isolation === 'writes-project';
  return { isolation: { backend: backend.path, writesProject }, unmet: [] };
}
