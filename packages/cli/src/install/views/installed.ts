import type { HookStatus } from '@hookmd/core/registry';
import { cleanLine, quoteWord } from '@hookmd/core/text';
import type { Context } from '../../command-line/context.ts';
import { stateText } from '../../hooks/state.ts';
import { wrapUnder } from '../../ui/output.ts';
import type { PlannedPackage } from '../plan.ts';

/** How it stands now: installed is not enabled, and the next step says so. */
export function showInstalled(
  { out, err }: Context,
  command: 'install' | 'update',
  plans: readonly PlannedPackage[],
  hooks: readonly HookStatus[],
): void {
  for (const plan of plans)
    out.line(`${titleOf(plan)}  ${out.paint('green', command === 'install' ? 'installed' : 'updated')}`);
  for (const { record, state } of hooks)
    out.line(`  ${cleanLine(record.qualifiedName)}  ${stateText(out, state)}`);
  const hint = (states: readonly string[], verb: string, why: string): void => {
    const names = hooks
      .filter(({ state }) => states.includes(state))
      .map(({ record }) => record.qualifiedName);
    if (names.length === 0) return;
    const call = err.paint('cyan', `hooks ${verb} ${names.map(quoteWord).join(' ')}`);
    err.line(wrapUnder(`${why}:  ${call}`, err.width, '  '));
  };
  hint(['untrusted', 'disabled'], 'enable', 'Installed is not switched on. To do that');
  for (const { record, enforcement } of hooks.filter((one) => one.enforcement !== 'enforce')) {
    const call = err.paint('cyan', `hooks config set package.${quoteWord(record.name)}.mode enforce`);
    err.line(
      wrapUnder(
        `${cleanLine(record.name)} is only watched (mode ${enforcement}). To let it decide:  ${call}`,
        err.width,
        '  ',
      ),
    );
  }
  hint(['changed'], 'trust', 'The approved bytes go on running. To run these');
}

export function showNothingInstalled({ out }: Context): void {
  out.line('Nothing is installed.');
}

/** There was nothing to do. */
export function showInPlace({ out }: Context, plan: PlannedPackage): void {
  out.line(`${titleOf(plan)}  is installed already, exactly these bytes`);
}

function titleOf({ fetched }: PlannedPackage): string {
  return cleanLine(`${fetched.name} ${fetched.version ?? ''}`.trim());
}
