import { MAX_TIMEOUT_MS } from '@hookmd/core/internal/manifest/manifest';
import { cleanLine } from '@hookmd/core/internal/protocol/clean-text';
import type { HookStatus } from '@hookmd/core/internal/registry/status';
import type { Context } from '../context.ts';
import { alignColumns } from './columns.ts';
import { describeContract, describeConvention, describeHandler, describeTiming } from './describe.ts';
import { wrapUnder } from './wrap.ts';

/** What a person approves: what runs, when, with what, and what it may change. On standard error. */
export function showApproval({ err }: Context, { record }: HookStatus, env: readonly string[]): void {
  const { manifest, files } = record;
  if (manifest === null) return;
  const variables = [...new Set([...manifest.requires.env, ...manifest.env, ...env])];
  const rows = [
    ['runs', `${cleanLine(describeHandler(manifest))}   (${describeConvention(manifest)})`],
    ['on', cleanLine(manifest.events.map((one) => one.name).join(', '))],
    [
      'when',
      [
        cleanLine(
          [manifest.matcher, manifest.condition].filter((one) => one !== null).join(', if ') || 'always',
        ),
        ...describeTiming(manifest, MAX_TIMEOUT_MS),
      ].join(', '),
    ],
    ['may', describeContract(manifest).join('; ')],
    [
      'fails',
      manifest.onFailure === 'block' ? 'closed: a failure blocks' : 'open: a failure lets the call go on',
    ],
    ['reads env', variables.length > 0 ? variables.join(', ') : 'nothing beyond PATH, HOME and HOOK_*'],
    ['files', fileList(files)],
    ['digest', record.digest ?? ''],
  ];
  const name = err.paint('bold', cleanLine(record.qualifiedName));
  err.line(wrapUnder(`${name} will run as you, outside any agent's sandbox:`, err.width, '  '));
  for (const line of alignColumns(rows, { indent: '  ', width: err.width })) err.line(line);
}

function fileList(files: readonly string[]): string {
  const shown = files.slice(0, 12).map(cleanLine).join(', ');
  return files.length > 12 ? `${shown} and ${files.length - 12} more` : shown;
}
