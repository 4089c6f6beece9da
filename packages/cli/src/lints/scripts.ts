import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Issue, issue } from '@hookmd/core/errors';
import { permits } from '@hookmd/core/events';
import { protocols } from '@hookmd/core/protocols';
import { type Linted, placeOfKey } from './lint.ts';

const MAX_SCRIPT_BYTES = 256 * 1024;
const SCRIPT = /\.(sh|bash|py|js|mjs|cjs|ts|rb|pl)$/;
const COMMENT = /^\s*(#|\/\/|\*)/;

/** Program text of a package: a script, or the command line itself where it holds a program. */
interface ProgramText {
  readonly path: string;
  /** Comments are empty lines here. */
  readonly lines: readonly string[];
  /** Line of the first of `lines` in the file; null = the text is in the manifest, and its line is that of the key. */
  readonly keyLine: number | null;
}

/** Everything in a package that decides by what it prints and how it exits. Reads, never runs. */
function programTexts(linted: Linted): readonly ProgramText[] {
  const { record, manifest } = linted;
  const scripts = record.files.filter((file) => SCRIPT.test(file) && !/(^|\/)tests?\//.test(file));
  const { handler } = manifest;
  if (handler.mode !== 'command') return scripts.map((file) => readScript(join(record.dir, file)));
  const words = typeof handler.command === 'string' ? [handler.command] : handler.command;
  const { path, line = null } = placeOfKey(linted, 'command');
  return [
    ...scripts.map((file) => readScript(join(record.dir, file))),
    { path, lines: [words.join(' ')], keyLine: line },
  ];
}

function readScript(path: string): ProgramText {
  try {
    const lines = readFileSync(path, 'utf8').slice(0, MAX_SCRIPT_BYTES).split('\n');
    return { path, lines: lines.map((line) => (COMMENT.test(line) ? '' : line)), keyLine: null };
  } catch {
    return { path, lines: [], keyLine: null };
  }
}

/** The first place that matches, or null. */
function placeOf(
  { path, lines, keyLine }: ProgramText,
  pattern: RegExp,
): { readonly path: string; readonly line: number } | null {
  const at = lines.findIndex((line) => pattern.test(line));
  return at < 0 ? null : { path, line: keyLine ?? at + 1 };
}

const EXIT_ONE = /^[^#]*(?:\bexit 1\b|\bexit\(1\)|\bexitCode = 1\b)/;
/** A handler with another way to block means a failure by `exit 1`. */
const OTHER_NO =
  /\bexit 2\b|\bexit\(2\)|\bexitCode = 2\b|permissionDecision|["']decision\\?["']|\bblock\(|\bdeny\(/;

/** `exit 1` in a guard that has no other way to block: a failure in this protocol, not a block (F14). */
export function exitOneLint(linted: Linted): readonly Issue[] {
  const { manifest } = linted;
  if (manifest.onFailure === 'block' || manifest.observe !== 'no') return [];
  const { id, blockingExit } = protocols[manifest.protocol];
  const mayBlock = manifest.events.some(({ events }) => events.some((event) => permits(event, 'block')));
  if (blockingExit === null || blockingExit === 1 || !mayBlock) return [];
  const texts = programTexts(linted);
  if (texts.some((text) => placeOf(text, OTHER_NO) !== null)) return [];
  return texts.flatMap((text) => {
    const location = placeOf(text, EXIT_ONE);
    return location === null
      ? []
      : [issue('EXIT_ONE_DOES_NOT_BLOCK', { protocol: id, blocking: blockingExit }, location)];
  });
}

const BLOCK = '`{"decision":"block","reason":"…"}`';

/** Outputs that another system reads, and HookMD's protocols do not. */
const outputs = [
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
] as const;

/** Such an output is an unknown key here: a warning in the trace, and the event proceeds. */
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
