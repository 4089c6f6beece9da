import { join } from 'node:path';
import { type HookRun, isFailed } from '@hookmd/core/events';
import { networkToName } from '@hookmd/core/hook-types';
import { protocols } from '@hookmd/core/protocols';
import type { HookStatus, Inventory } from '@hookmd/core/registry';
import { cleanLine, quoteWord } from '@hookmd/core/text';
import { allScopes } from '../install/install-scope.ts';
import { isInstalled } from '../install/lockfile.ts';
import { placeOfKey } from '../lints/lint.ts';
import { fromHome, shortPath, type Viewpoint } from '../ui/short-path.ts';
import { isEligibilityCode, stateCauses } from './causes.ts';
import { nameFor } from './find-hook.ts';
import { allowNetwork } from './service.ts';

/** What the user needs to know of a run that failed or has a warning. */
export interface Failure {
  /** What went wrong, in one sentence. */
  readonly problem: string;
  readonly fix: string;
}

/** Where the packages are, and what paths are relative to. */
type Scene = Viewpoint & Pick<Inventory, 'places' | 'statuses'>;

type ToExplain = Pick<HookRun, 'outcome' | 'cause' | 'reason' | 'stderrTail' | 'warnings'>;

/** The places that a fix names, as the user would write them. */
interface FixPlaces {
  /** The file that was run. */
  readonly handler: string;
  /** The line of the manifest with this key, or the manifest. */
  readonly key: (key: string) => string;
  /** Its manifest, not the configuration, declares what it may change. */
  readonly declaresChanges: boolean;
  /** The manifest has `modify`. */
  readonly isDeclared: boolean;
  /** The only event of the hook, or EVENT if it has several. */
  readonly event: string;
  /** How a hook of its protocol blocks. */
  readonly blocksBy: string;
  readonly run: ToExplain;
}

/** Why a handler gets a signal that HookMD did not send. */
const senders: Readonly<Record<string, string>> = {
  SIGKILL: ': the system does that when memory is short',
  SIGSEGV: ': a program in it crashed',
  SIGABRT: ': a program in it crashed',
  SIGPIPE: ': it wrote to a program that had ended',
};

/** What to do about a cause that is not in the package. */
const fixesOutside: Readonly<Record<string, string>> = {
  SPAWN: 'Check that this machine can start another process.',
  NO_CONNECTION: 'Start the service that it calls, or correct its address.',
  STATUS: 'Correct the service that it calls.',
  MODEL: 'Check its model with `hooks config`.',
  INTERNAL: 'Report it to the project: this is an error in HookMD.',
};

/** What to do about each other cause, before the new version is approved. */
const fixes: Readonly<Record<string, (places: FixPlaces) => string>> = {
  TIMEOUT: ({ handler, key }) => `Make ${handler} faster, or raise \`timeout\` in ${key('timeout')}.`,
  DEADLINE: ({ handler }) => `Make ${handler} faster: all hooks of one event share the time of the agent.`,
  EXIT: ({ handler, blocksBy, run }) => {
    const line = lineOfError(run, handler);
    return line === ''
      ? `Correct ${handler}, so that it exits with 0; ${blocksBy}.`
      : `Correct ${handler}${line}.`;
  },
  SIGNAL: ({ handler, run }) =>
    `Correct ${handler}, so that it ends by itself. HookMD did not end it${senders[/SIG\w+/.exec(run.reason ?? '')?.[0] ?? ''] ?? ''}.`,
  SCRIPT_ERROR: ({ handler, key, run }) => {
    const [, line, variable] =
      /^[^:]*:(\d+) (?:uses \$(\w+), which is not set)?/.exec(run.reason ?? '') ?? [];
    const spot = line === undefined ? handler : `${handler}:${line}`;
    return variable === undefined
      ? `Correct ${spot}.`
      : `HookMD passes only declared variables: add \`env: [${variable}]\` to ${key('env')}, or give it a default in ${spot}.`;
  },
  THROWN: ({ handler, run }) => `Correct ${handler}${lineOfError(run, handler)}.`,
  BAD_OUTPUT: ({ handler, run }) =>
    /^its output must be JSON/.test(run.reason ?? '')
      ? `In ${handler}, print nothing but one JSON object on standard output. Print messages on standard error (\`>&2\`).`
      : `Correct the output, in ${handler}.`,
  WARNED: ({ handler }) => `Correct the output, in ${handler}.`,
  OUTPUT_LIMIT: ({ handler }) => `Print less in ${handler}.`,
  MEMORY_LIMIT: ({ handler }) => `Use less memory in ${handler}.`,
  CONTRACT_VIOLATION: ({ handler, key, declaresChanges, run, event, isDeclared }) => {
    if (run.reason?.includes('merge: shallow'))
      return `Return the whole input in ${handler}, or declare \`merge: shallow\` in ${key('merge')}.`;
    // The names of keys may come from a call: only plain ones are proposed for a manifest.
    const [, keys = ''] = /^changed ((?:`\w[\w.-]*`(?:, )?)+), but/.exec(run.reason ?? '') ?? [];
    const declaration =
      keys === ''
        ? 'Declare the change under `modify`'
        : isDeclared
          ? `Add ${keys} to \`modify\``
          : `Add \`modify: { ${event}: [${keys.replaceAll('`', '')}] }\``;
    return declaresChanges
      ? `${declaration} in ${key('modify')}, or leave the change out in ${handler}.`
      : 'List the changed keys under `allow.modify` in your config.yaml.';
  },
  PAYLOAD_LIMIT: ({ key }) => `Name fewer events, or a matcher, in ${key('events')}.`,
  TURNS: ({ key }) => `Ask for less in \`agent\` in ${key('agent')}.`,
  TOKENS: ({ key }) => `Ask for less in \`agent\` in ${key('agent')}.`,
};

/** What went wrong in a run and what to do about it; null `status` = the hook is gone. */
export function explainFailure(run: ToExplain, status: HookStatus | null, scene: Scene): Failure {
  const problem = sentence(problemOf(run));
  // A package chooses its names, its home page and its files.
  return { problem, fix: status === null ? '' : cleanLine(fixOf(run, status, scene)) };
}

const PROTOCOL = new RegExp(`^(?:${Object.keys(protocols).join('|')}): `);

/** Why a run failed; of one that did not, its first warning. */
export function problemOf(run: ToExplain): string {
  return cleanLine(
    isFailed(run) ? (run.reason ?? 'it failed') : (run.warnings[0] ?? '').replace(PROTOCOL, ''),
  );
}

function fixOf(run: ToExplain, status: HookStatus, scene: Scene): string {
  const { linkedTo, approval } = status;
  const eligibility = stateCauses(status).find(({ code }) => isEligibilityCode(code));
  if (run.cause === 'NOT_RUNNABLE') {
    // Corrected after its approval, it still has to be approved; of a damaged copy the reason includes that.
    const isCorrected = status.state === 'changed' && run.reason?.includes('`hooks ') !== true;
    const rest = isCorrected ? stateCauses(status)[0] : undefined;
    return fromHome((eligibility ?? rest)?.remedy ?? '', scene.environment);
  }
  const elsewhere = fixesOutside[run.cause ?? ''] ?? fixOfAddress(run) ?? maintainerOf(status, scene);
  if (elsewhere !== null) return elsewhere;
  const places = { run, ...fixPlaces(status, scene) };
  const fix = fixes[run.cause ?? 'WARNED']?.(places) ?? `Correct ${places.handler}.`;
  // These files run as they are.
  if (linkedTo !== null || approval?.isUnpinned === true) return fix;
  return `${fix} Then run \`hooks approve ${nameFor(scene.statuses, status)}\`.`;
}

/** What to do about an address of a private network; null = the failure is another one. */
function fixOfAddress({ cause, reason }: ToExplain): string | null {
  const [, address = ''] = /([0-9A-Fa-f.:]+) is not allowed: /.exec(reason ?? '') ?? [];
  const network = cause === 'ADDRESS_REFUSED' ? networkToName(address) : null;
  return network === null ? null : allowNetwork(network);
}

/** What to do about a package that its author maintains: an edit would be lost. Null = it is the user's own. */
function maintainerOf({ record }: HookStatus, { places }: Scene): string | null {
  if (record.root.source === 'managed') return 'Ask the administrator of this machine to correct it.';
  if (record.root.source === 'bundled') return 'Report it to the project: it came with HookMD.';
  if (!isInstalled(record, allScopes(places))) return null;
  const { homepage = null } = record.manifest ?? record.plugin ?? {};
  return `Tell its author${homepage === null ? '' : ` (${homepage})`}, or run \`hooks update ${quoteWord(record.name)}\`.`;
}

function fixPlaces({ record }: HookStatus, scene: Scene): Omit<FixPlaces, 'run'> {
  const { manifest } = record;
  const key = (name: string): string => {
    const { path = '', line } =
      manifest === null ? { path: record.manifestPath } : placeOfKey({ manifest, record }, name);
    return shortPath(path, scene) + (line === undefined ? '' : `:${line}`);
  };
  const file = handlerFile(record);
  const { blocksBy, modify } = protocols[manifest?.protocol ?? 'hookmd'];
  return {
    key,
    isDeclared: Object.keys(manifest?.modify ?? {}).length > 0,
    event: manifest?.events.length === 1 ? (manifest.events[0]?.name ?? 'EVENT') : 'EVENT',
    declaresChanges: record.root.kind === 'packages' && modify?.input !== 'policy',
    blocksBy,
    handler: file === null ? key('command') : shortPath(join(record.dir, file), scene),
  };
}

/** The file of the package that is run, relative to it; null = its command runs none. */
function handlerFile({ manifest, files }: HookStatus['record']): string | null {
  const handler = manifest?.handler;
  if (handler?.mode === 'handler') return handler.file;
  if (handler?.mode !== 'command') return null;
  const words = [handler.command].flat().flatMap((text) => text.split(/[\s"'`;&|()]+/));
  return files.find((path) => words.some((word) => word === path || word.endsWith(`/${path}`))) ?? null;
}

/** `:4`, where an error of a module names its line. */
function lineOfError({ stderrTail }: ToExplain, handler: string): string {
  const name = handler.split('/').at(-1) ?? '';
  const at = (stderrTail ?? '').indexOf(`${name}:`);
  return at < 0 ? '' : (/^:\d+/.exec((stderrTail ?? '').slice(at + name.length))?.[0] ?? '');
}

/** A name of a file at its beginning stays as it is. */
function sentence(line: string): string {
  const first = /^\S+\.\w/.test(line) ? line.charAt(0) : line.charAt(0).toUpperCase();
  return first + line.slice(1).replace(/\.$/, '') + (line.endsWith('?') ? '' : '.');
}
