import type { ToolKind } from '../events/event.ts';
import { type CompiledCondition, type ConditionError, compileGlob } from './condition.ts';
import { kindOfName } from './tool-view.ts';

const RULE = /^([A-Za-z0-9_.:*-]+)(?:\(([\s\S]*)\))?$/;
/** A rule for one program, whatever its arguments. */
const PROGRAM = /^[\w./-]+(?::| )?\*$/;
/** `Bash(a) && Bash(b)` would be one pattern that nothing matches. */
const SEVERAL = /\)\s*(?:&&|\|\||[,|])\s*[A-Za-z_]+\(/;

/**
 * Parses an `if` as Claude Code does: a permission rule, `Tool` or `Tool(specifier)`.
 *
 * What a rule leaves open it decides towards running: a guard that runs too often is better than one that does not run. So
 * a path of `/src` is meant at any depth: its anchor depends on the file with the rule. And a rule for more than a program
 * matches every command of which the shell makes a part: `echo $(date)` for `git commit:*`.
 *
 * Source: Claude Code's pages on permissions and hooks of 2026-08; its version 2.1.328 as it ran.
 */
export function parseClaudeRule(text: string): CompiledCondition | ConditionError {
  const [, name, specifier = ''] = RULE.exec(text.trim()) ?? [];
  if (name === undefined || SEVERAL.test(specifier))
    return { error: 'it is not one permission rule: a tool name, perhaps with a pattern in parentheses' };
  // A server alone means all of its tools.
  const tool = /^mcp__(?:(?!__).)+$/.test(name) && !name.includes('*') ? `${name}__*` : name;
  const compiled = formsOf(name, specifier.trim()).map((glob) => compileGlob(text, tool, glob));
  const problem = compiled.find((condition) => 'error' in condition);
  if (problem !== undefined) return problem;
  const [first = { text, name: tool, glob: null, paths: [], literalPrefix: '', base: null }, ...or] =
    compiled.flatMap((condition) => ('error' in condition ? [] : [ignoreCase(condition)]));
  return {
    ...first,
    ...(or.length === 0 ? {} : { or }),
    ...(first.glob === null || PROGRAM.test(specifier.trim()) ? {} : { matchesUnknown: true }),
  };
}

/** The globs of HookMD that together mean what a specifier means for a tool; none = every call. */
function formsOf(name: string, specifier: string): readonly string[] {
  if (specifier === '' || specifier === '*') return [];
  return readers[kindOfName(name) ?? 'other'](specifier);
}

const readers: Readonly<Record<ToolKind, (specifier: string) => readonly string[]>> = {
  shell: commandForms,
  read: (specifier) => [pathForm(specifier)],
  edit: (specifier) => [pathForm(specifier)],
  write: (specifier) => [pathForm(specifier)],
  search: (specifier) => [pathForm(specifier), specifier],
  web: addressForms,
  mcp: inputForms,
  agent: inputForms,
  // Only the call has a kind.
  other: (specifier) => [...commandForms(specifier), pathForm(specifier), ...inputForms(specifier)],
};

/** `git commit:*` and `git commit *` mean the bare command too, and not `git committed`. */
function commandForms(specifier: string): readonly string[] {
  const [, start] = /^(.+?)(?::| )\*$/s.exec(specifier) ?? [];
  return start === undefined ? [specifier] : [start, `${start} *`];
}

/** As in `.gitignore`: without a slash at any depth, and a directory means everything in it. */
function pathForm(specifier: string): string {
  // A class of characters is any character here.
  const path = specifier.replace(/\\(.)/g, '$1').replace(/\[[^\]/]+\]/g, '?');
  const isNested = path.replace(/\/+$/, '').includes('/');
  const anchored = path.startsWith('//')
    ? path.slice(1)
    : path.startsWith('/')
      ? `**${path}`
      : isNested || path.startsWith('~')
        ? path
        : `**/${path}`;
  return anchored.endsWith('/**') ? anchored : `${anchored.replace(/\/+$/, '')}/**`;
}

/** Of a domain: every address of it, at any port. */
function addressForms(specifier: string): readonly string[] {
  const [, domain] = /^domain:(.*)$/s.exec(specifier) ?? [];
  if (domain === undefined) return [specifier];
  const host = domain.trim().toLowerCase().replace(/\.$/, '');
  return host === '*' ? [] : [`https://${host}/*`, `https://${host}:*/*`];
}

/** In the JSON of the input: `Explore` is a value, and `model:opus` a parameter with its value. */
function inputForms(specifier: string): readonly string[] {
  const values = commandForms(specifier).map((value) => `*:${JSON.stringify(value)}*`);
  const [, parameter, value] = /^(\w+)\s*:\s*(.+)$/s.exec(specifier) ?? [];
  if (parameter === undefined || value === undefined) return [specifier, ...values];
  const start = `*"${parameter}":`;
  return [specifier, ...values, `${start}${JSON.stringify(value)}*`, `${start}${value}*`];
}

/** Claude Code compares paths without regard to case. */
function ignoreCase(condition: CompiledCondition): CompiledCondition {
  if (condition.paths.length === 0) return condition;
  const paths = condition.paths.map(({ base, source, literalPrefix }) => ({
    base,
    source: source.toLowerCase(),
    literalPrefix: literalPrefix.toLowerCase(),
    ignoresCase: true as const,
  }));
  // The prefix of a text stays: only that of a path is compared before the path itself.
  return condition.base === null
    ? { ...condition, paths }
    : { ...condition, paths, base: null, literalPrefix: '' };
}
