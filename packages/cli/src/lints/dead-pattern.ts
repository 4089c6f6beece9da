import { didYouMean, type Issue } from '@hookmd/core/errors';
import { findForeignForm, loadPattern, parseCondition, parseMatcher } from '@hookmd/core/matching';
import { knownTools, matchesNothing } from './dead-matcher.ts';
import { concernsTools, type Linted } from './lint.ts';

const NAME = /^[A-Za-z0-9_.:-]+$/;
const GLOB_OF_A_TOOL = /^([A-Za-z0-9_.:-]+)\((.*)\)$/s;
/** It may mean a tool of an MCP server, whose names are not known here. */
const MAY_BE_OF_A_SERVER = /mcp|__|^\^?\(?\.[*+]/i;

/** A `matcher` that is read as a pattern, and that no known tool fits; of one with alternatives also those that can fit none. */
export async function deadPatternLint(linted: Linted): Promise<readonly Issue[]> {
  const matcher = parseMatcher(linted.manifest.matcher ?? '');
  if (!concernsTools(linted) || 'error' in matcher || matcher.kind !== 'pattern') return [];
  const { source } = matcher;
  const alternatives = alternativesOf(source);
  const certain = alternatives.filter(
    (alternative) => !MAY_BE_OF_A_SERVER.test(alternative) && isNoName(alternative),
  );
  const dead = MAY_BE_OF_A_SERVER.test(source) || (await fitsSome(source)) ? certain : [source];
  return dead.map((name) => matchesNothing(linted, 'matcher', [name], suggest(name)));
}

async function fitsSome(source: string): Promise<boolean> {
  const compiled = await loadPattern(source);
  return 'error' in compiled || knownTools.some(compiled.pattern);
}

/** At its outermost `|`. */
function alternativesOf(source: string): readonly string[] {
  const found = [''];
  let depth = 0;
  for (const [part] of source.matchAll(/\\.|\[(?:\\.|[^\]\\])*\]|./gs)) {
    if (part === '(') depth += 1;
    if (part === ')') depth -= 1;
    if (part === '|' && depth === 0) found.push('');
    else found[found.length - 1] += part;
  }
  return found;
}

/** A blank or a comma is in the name of no tool, and a glob in parentheses is a condition. */
function isNoName(alternative: string): boolean {
  const [, name = '', glob = ''] = GLOB_OF_A_TOOL.exec(alternative) ?? [];
  if (knownTools.includes(name)) return /[\s:*/]/.test(glob);
  return namesIn(alternative) !== null;
}

/** Several names that are not joined by `|`, one of them known. */
function namesIn(source: string): readonly string[] | null {
  const names = source.split(/[\s,;/&+]+/).filter((word) => word !== '' && !/^(?:and|or)$/i.test(word));
  const isList = names.length > 1 && names.every((name) => NAME.test(name));
  return isList && names.some((name) => knownTools.includes(name)) ? names : null;
}

function suggest(source: string): string {
  const [, name = ''] = GLOB_OF_A_TOOL.exec(source) ?? [];
  const condition = knownTools.includes(name) ? parseCondition(source) : null;
  if (condition !== null && !('error' in condition)) {
    const fix = findForeignForm(condition)?.fix ?? `write \`${source}\``;
    return `A glob in parentheses is a condition: under \`if\`, ${fix}. `;
  }
  const names = namesIn(source);
  const letters = source.replace(/[^A-Za-z0-9_]+/g, '');
  return names === null ? didYouMean(letters, knownTools) : `Join names by \`|\`: \`${names.join('|')}\`. `;
}
