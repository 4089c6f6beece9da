import { type Inner, isDescriptor, mayBeAnything, NOTHING } from './inner.ts';
import type { Word } from './run.ts';

/** Shells by name, with or without a version: what they get with `-c`, or on stdin, is a script. */
export function isShell(name: string): boolean {
  return /^-?(r?ba|da|z|k|rk|mk|pdk|lk|a|ya|fi|po|pw|o?k|t?c)?sh[-.\d]*$/.test(name);
}

/** `sh -c '…'`, `sh file`, or `sh` alone with a script on stdin. */
export function unwrapShell(words: readonly Word[]): Inner {
  const { operandAt, hasScript, readsStdin, isQuery, isUncertain } = readShellOptions(words);
  if (isQuery) return NOTHING;
  const operand = words[operandAt];
  const isOpaque = isUncertain || words.some((word) => word.isProcess) || mayBeAnything(operand);
  if (hasScript) {
    if (operand === undefined) return { ...NOTHING, isOpaque: true };
    return { ...NOTHING, isOpaque, scripts: [[operand]] };
  }
  const readsScript = operand === undefined || readsStdin || isDescriptor(operand.text);
  return { ...NOTHING, isOpaque, readsScript };
}

interface ShellOptions {
  operandAt: number;
  hasScript: boolean;
  readsStdin: boolean;
  isQuery: boolean;
  /** An option is made by an expansion. */
  isUncertain: boolean;
}

/** Letters may be joined (`-lc`); each `o` and `O` takes a word; the script is the first word after all options. */
function readShellOptions(words: readonly Word[]): ShellOptions {
  const found = { operandAt: 1, hasScript: false, readsStdin: false, isQuery: false, isUncertain: false };
  let at = 1;
  for (; at < words.length; at += 1) {
    const option = words[at]?.text ?? '';
    if (mayBeAnything(words[at])) break;
    if (option === '--' || option === '-') {
      at += 1;
      break;
    }
    if (words[at]?.isMade === true && /^[-+]/.test(option)) found.isUncertain = true;
    if (option === '--version' || option === '--help') found.isQuery = true;
    else if (/^--(rcfile|init-file|emulate)$/.test(option)) at += 1;
    else if (option.startsWith('--command')) found.hasScript = true;
    else if (/^[-+][^-]/.test(option)) {
      if (option.startsWith('-') && option.includes('c')) found.hasScript = true;
      if (option.includes('s')) found.readsStdin = true;
      at += option.match(/[oO]/g)?.length ?? 0;
    } else if (!option.startsWith('--')) break;
  }
  return { ...found, operandAt: at };
}
