import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { quote } from '@hookmd/core/internal/manifest/describe-value';
import { checkOptions, refuseOptions } from './check-options.ts';
import { eventName } from './event-shape.ts';
import { type CallRow, guardCall, rejecting, throwing } from './guard-call.ts';
import type { HooksOptions } from './hooks-options.ts';
import { hooksOptions } from './option-shapes.ts';
import {
  aFunction,
  anObject,
  filled,
  flag,
  listOf,
  maybe,
  objectOf,
  oneOf,
  openObjectOf,
  text,
} from './shape.ts';

const fire: CallRow = {
  takes: { event: eventName, payload: maybe(anObject) },
  example: "hooks.fire('Notification', { message })",
};
const quiet: CallRow = {
  takes: { context: filled, run: aFunction },
  example: "hooks.quiet('commit', () => …)",
};
const facts = openObjectOf({ name: filled, runs: oneOf('here', 'provider', 'client'), isWrapped: flag });
const coverage: CallRow = {
  takes: { tools: listOf(facts) },
  example: "hooks.coverage([{ name, runs: 'here', isWrapped: true }])",
};

const texts = maybe(listOf(text));
const rules: CallRow = {
  takes: { rules: objectOf({ deny: texts, ask: texts, allow: texts }) },
  example: "hooks.rules({ deny: ['Bash(git push*)'], allow: ['Read'] })",
};
const ruled: CallRow = {
  takes: { call: openObjectOf({ name: filled, input: anObject, cwd: maybe(filled) }) },
  example: "judge({ name: 'Bash', input: { command } })",
};

interface Guarded {
  fire(...given: never[]): Promise<unknown>;
  quiet(...given: never[]): unknown;
  coverage(...given: never[]): unknown;
  rules(...given: never[]): (...given: never[]) => unknown;
}

/** The same object, whose functions refuse wrong arguments; `on` and `session` say more of theirs. */
export function guardHooks<H extends Guarded>(hooks: H): H {
  const judging = (...given: never[]): unknown => guardCall('judge', ruled, hooks.rules(...given), throwing);
  return {
    ...hooks,
    fire: guardCall('hooks.fire', fire, hooks.fire, rejecting),
    quiet: guardCall('hooks.quiet', quiet, hooks.quiet, throwing),
    coverage: guardCall('hooks.coverage', coverage, hooks.coverage, throwing),
    rules: guardCall('hooks.rules', rules, judging, throwing),
  };
}

/** Throws OPTIONS_INVALID. */
export function checkHooksOptions(options: HooksOptions): void {
  checkOptions({ call: 'createHooks', type: 'HooksOptions', rows: hooksOptions }, options);
  refuseOptions('createHooks', 'HooksOptions', missingFolders(options));
}

/** Of a folder that is not there no hook would ever run, and nobody would hear of it. */
function missingFolders({ cwd, project, roots = [] }: HooksOptions): readonly string[] {
  const workDir = cwd ?? process.cwd();
  const named = [['cwd', cwd], ['project', project], ...roots.map((root, at) => [`roots[${at}]`, root])];
  return named.flatMap(([key, folder]) => {
    if (folder === undefined || isFolder(resolve(workDir, folder))) return [];
    return [`\`${key}\` must be a folder that is there; found the text ${quote(folder)}.`];
  });
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
