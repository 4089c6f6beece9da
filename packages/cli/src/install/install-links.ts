import { HookError } from '@hookmd/core/errors';
import type { Survey } from '@hookmd/core/registry';
import { quoteWord } from '@hookmd/core/text';
import type { ExitStatus } from '../command-line/command.ts';
import { type Context, placesOf } from '../command-line/context.ts';
import { counted } from '../ui/counted.ts';
import { askYes } from '../ui/prompts.ts';
import { policySpec, rejectSource } from './fetch-package.ts';
import { linkPackage, planLink } from './link.ts';
import { parseSpec } from './sources/spec.ts';
import { showLinked, showLinkPlan } from './views/linked.ts';

/**
 * Makes folders of the person run as they are. Throws LINK_SPEC for what is no folder of this machine, SOURCE_DENIED
 * where a policy says where packages come from, INSTALL_UNANSWERED, INSTALL_DECLINED, and what `planLink` throws.
 */
export async function installLinks(
  context: Context,
  seen: Survey,
  specs: readonly string[],
): Promise<ExitStatus> {
  const { options, environment, isJson, out, err } = context;
  const places = placesOf(context);
  const isDry = options.has('dry-run');
  const planned = [];
  for (const spec of specs) planned.push(await planLink(places, directoryOf(context, seen, spec)));
  if (!isJson) for (const one of planned) showLinkPlan(isDry ? out : err, one);
  if (!isDry) {
    await agree(context, planned.length);
    for (const { target } of planned) await linkPackage(places, environment, target);
  }
  if (isJson) context.print({ schema: 'hookmd.install/1', dryRun: isDry, packages: [], linked: planned });
  else if (!isDry) for (const one of planned) showLinked(context, one);
  return 0;
}

function directoryOf({ cwd }: Context, seen: Survey, spec: string): string {
  // A policy that names where packages come from names bytes that stay; what is linked does not.
  const { policy } = seen.policy;
  const { home } = seen.places;
  if (parseSpec(spec).prefix !== 'file') throw new HookError('LINK_SPEC', { spec });
  const [, path = ''] = policySpec(spec, cwd, home).split(/^file:/);
  rejectSource(seen, policy.sources === null ? spec : `link:${path}`);
  return path;
}

async function agree({ options, mayAsk, words, err }: Context, count: number): Promise<void> {
  if (options.has('yes')) return;
  const command = `hooks install --link ${words.map(quoteWord).join(' ')}`;
  const what = counted(count, 'folder');
  if (!mayAsk) throw new HookError('INSTALL_UNANSWERED', { name: what, command });
  const answer = await askYes(err, `Run what stands in ${what}, whatever that will be?`);
  if (answer === true) return;
  throw new HookError('INSTALL_DECLINED', { command }, { exitCode: answer === null ? 130 : 1 });
}
