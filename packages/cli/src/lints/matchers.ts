import { integrations } from '@hookmd/agents';
import { didYouMean, type Issue, isOneEditApart, issue, nearestName } from '@hookmd/core/errors';
import {
  conditionOf,
  findForeignForm,
  kindOfName,
  loadPattern,
  matcherOf,
  parseCondition,
  toolVocabulary,
} from '@hookmd/core/matching';
import { protocols } from '@hookmd/core/protocols';
import { concernsTools, type Linted, placeOfKey } from './lint.ts';

const knownTools: readonly string[] = [
  ...new Set([...toolVocabulary, ...Object.values(integrations).flatMap((integration) => integration.tools)]),
];

/**
 * A `matcher` or `if` that no tool call meets: names that no known tool or kind has, or that exclude each other.
 *
 * Tools of MCP servers are not checked; their servers alone are no tools. Of several names one may belong to an unknown tool,
 * unless it is near to a known one. An agent of the user may have tools of any name, so only a typo in a known name is an error,
 * and only where nothing else is named.
 */
export function deadMatcherLint(linted: Linted): readonly Issue[] {
  const { manifest } = linted;
  if (!concernsTools(linted)) return [];
  const matcher = matcherOf(manifest);
  const names = 'error' in matcher || matcher.kind !== 'names' ? [] : matcher.names;
  const condition = conditionIn(manifest);
  const wanted = condition === null || 'error' in condition ? null : condition.name;
  const unknown = names.filter((name) => !isKnownTool(name));
  const dead =
    unknown.length === names.length ? unknown : unknown.filter((name) => nearestName(name, knownTools));
  const found = [
    ...(dead.length > 0
      ? [
          matchesNothing(linted, 'matcher', dead, {
            isCertain: dead.length === names.length && dead.every(isTypo),
          }),
        ]
      : []),
    ...serversAlone(linted, names),
    ...(wanted !== null && !isKnownTool(wanted)
      ? [matchesNothing(linted, 'if', [wanted], { isCertain: isTypo(wanted) })]
      : []),
  ];
  if (found.length > 0 || wanted === null || names.length === 0) return found;
  if (names.some((name) => mayBeOne(name, wanted))) return [];
  const parameters = { matcher: `"${manifest.matcher ?? ''}"`, condition: `"${manifest.condition ?? ''}"` };
  return [issue('MATCHER_EXCLUDES_CONDITION', parameters, placeOfKey(linted, 'if'))];
}

/**
 * `suggestion` ends with a blank; none = the nearest name. `isCertain` = the hook never runs, whatever tools there are: an error in a
 * HOOK.md of HookMD's own protocol; hooks of other systems run unmodified.
 */
function matchesNothing(
  linted: Linted,
  key: 'matcher' | 'if',
  names: readonly string[],
  { suggestion, isCertain }: { readonly suggestion?: string; readonly isCertain: boolean },
): Issue {
  const { record, manifest } = linted;
  const isOwn = record.root.kind === 'packages' && manifest.protocol === 'hookmd';
  const found = `"${names.join('|')}"`;
  const hint = suggestion ?? didYouMean(names[0] ?? '', knownTools);
  const fix = suggestion?.trim() ?? `${hint}Correct \`${key}\`. Names of tools are case-sensitive.`;
  const location = placeOfKey(linted, key);
  return isCertain && isOwn
    ? issue('MATCHER_NEVER_MATCHES', { key, found, fix }, location)
    : issue('MATCHER_MATCHES_NOTHING', { key, found, suggestion: hint }, location);
}

/** Whether a name is that of a known tool but for its case or one character. */
function isTypo(name: string): boolean {
  return knownTools.some((tool) => tool.toLowerCase() === name.toLowerCase() || isOneEditApart(tool, name));
}

/** `mcp__github` names no tool; the rules of other systems mean every tool of the server by it. */
function serversAlone(linted: Linted, names: readonly string[]): readonly Issue[] {
  const servers = names.filter(
    (name) => name.startsWith('mcp__') && kindOfName(name) === null && !knownTools.includes(name),
  );
  return servers.map((name) => {
    const all = `${name.replace(/_+$/, '')}__.*`;
    const suggestion = `It names a server and no tool of it: write \`${all}\` for all of them. `;
    return matchesNothing(linted, 'matcher', [name], {
      suggestion,
      isCertain: servers.length === names.length,
    });
  });
}

function isKnownTool(name: string): boolean {
  return name.startsWith('mcp__') || name.includes('*') || knownTools.includes(name);
}

function conditionIn({ condition, protocol }: Linted['manifest']): ReturnType<typeof conditionOf> | null {
  return condition === null ? null : conditionOf({ condition, protocol });
}

/** Whether a call can go by both names: the same, one the kind of the other, or unknown; the tool for agents has two names. */
function mayBeOne(first: string, second: string): boolean {
  const kinds = [kindOfName(first), kindOfName(second)];
  if (first === second || second.includes('*') || kinds.includes(null) || kinds[0] === 'agent') return true;
  return kinds[0] === kinds[1] && [first, second].some((name) => name === kinds[0]);
}

const NAME = /^[A-Za-z0-9_.:-]+$/;
const GLOB_OF_A_TOOL = /^([A-Za-z0-9_.:-]+)\((.*)\)$/s;
/** It may mean a tool of an MCP server, whose names are not known here. */
const MAY_BE_OF_A_SERVER = /mcp|__|^\^?\(?\.[*+]/i;

/** A `matcher` that is read as a pattern, and that no known tool fits; of one with alternatives also those that can fit none. */
export async function deadPatternLint(linted: Linted): Promise<readonly Issue[]> {
  const matcher = matcherOf(linted.manifest);
  if (!concernsTools(linted) || 'error' in matcher || matcher.kind !== 'pattern') return [];
  const { source } = matcher;
  const alternatives = alternativesOf(source);
  const certain = alternatives.filter(
    (alternative) => !MAY_BE_OF_A_SERVER.test(alternative) && isNoName(alternative),
  );
  const dead = MAY_BE_OF_A_SERVER.test(source) || (await fitsSome(matcher)) ? certain : [source];
  const isCertain = dead.length === alternatives.length && certain.length === dead.length;
  return dead.map((name) =>
    matchesNothing(linted, 'matcher', [name], { suggestion: suggest(name), isCertain }),
  );
}

async function fitsSome({
  source,
  isPart,
}: {
  readonly source: string;
  readonly isPart?: true;
}): Promise<boolean> {
  const compiled = await loadPattern(source);
  return 'error' in compiled || knownTools.some(isPart ? compiled.pattern.test : compiled.pattern.testWhole);
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

/** An `if` in the form of a permission rule of another system: it is valid, and the hook hardly ever runs. */
export function foreignConditionLint(linted: Linted): readonly Issue[] {
  const { condition: written, protocol } = linted.manifest;
  if (protocols[protocol].conditions !== 'hookmd') return [];
  const condition = conditionIn(linted.manifest);
  const form = condition === null || 'error' in condition ? null : findForeignForm(condition);
  if (form === null) return [];
  const parameters = {
    condition: `"${written ?? ''}"`,
    detail: form.detail,
    fix: form.fix.charAt(0).toUpperCase() + form.fix.slice(1),
  };
  return [issue('CONDITION_OF_ANOTHER_SYSTEM', parameters, placeOfKey(linted, 'if'))];
}
