import { type Issue, issue } from '@hookmd/core/errors';
import type { ProtocolId } from '@hookmd/core/protocols';
import type { Linted } from './lint.ts';
import { placeOf, programTexts } from './scripts.ts';

/** An output that another system reads and HookMD has no meaning for. */
interface ForeignOutput {
  readonly pattern: RegExp;
  readonly found: string;
  readonly system: string;
  readonly protocol: ProtocolId;
  readonly instead: string;
}

const BLOCK = '`{"decision":"block","reason":"…"}`';

const outputs: readonly ForeignOutput[] = [
  {
    pattern: /\\?["']blocked\\?["']\s*:\s*[Tt]rue\b/,
    found: '"blocked": true',
    system: 'Kodelet',
    protocol: 'kodelet',
    instead: BLOCK,
  },
  {
    pattern: /\\?["']follow_up_messages\\?["']\s*:/,
    found: '"follow_up_messages"',
    system: 'Kodelet',
    protocol: 'kodelet',
    instead: '`{"followUps":["…"]}`',
  },
  {
    pattern: /\\?["']action\\?["']\s*:\s*\\?["'](?:block|modify)\\?["']/,
    found: '"action": "block"',
    system: 'MicroClaw',
    protocol: 'microclaw',
    instead: BLOCK,
  },
];

/** The output of another system is an unknown key here: a warning in the trace, and no decision. */
export function foreignOutputLint(linted: Linted): readonly Issue[] {
  const { protocol } = linted.manifest;
  if (protocol !== 'hookmd' && protocol !== 'claude') return [];
  return programTexts(linted).flatMap((text) =>
    outputs.flatMap(({ pattern, ...row }) => {
      const location = placeOf(text, pattern);
      return location === null
        ? []
        : [issue('OUTPUT_OF_ANOTHER_SYSTEM', { ...row, current: protocol }, location)];
    }),
  );
}
