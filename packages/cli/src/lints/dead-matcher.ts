import { integrations } from '@hookmd/agents';
import { didYouMean, type Issue, issue, nearestName } from '@hookmd/core/errors';
import { kindOfName, parseCondition, parseMatcher, toolVocabulary } from '@hookmd/core/matching';
import { concernsTools, type Linted, placeOfKey } from './lint.ts';

export const knownTools: readonly string[] = [
  ...new Set([...toolVocabulary, ...Object.values(integrations).flatMap((integration) => integration.tools)]),
];

/**
 * A `matcher` or `if` that no tool call meets: names that no known tool or kind has, or that exclude each other.
 *
 * Tools of MCP servers are not checked; their servers alone are no tools. Of several names one may belong to an unknown tool,
 * unless it is near to a known one.
 */
export function deadMatcherLint(linted: Linted): readonly Issue[] {
  const { manifest } = linted;
  if (!concernsTools(linted)) return [];
  const matcher = parseMatcher(manifest.matcher ?? '');
  const names = 'error' in matcher || matcher.kind !== 'names' ? [] : matcher.names;
  const condition = manifest.condition === null ? null : parseCondition(manifest.condition);
  const wanted = condition === null || 'error' in condition ? null : condition.name;
  const unknown = names.filter((name) => !isKnownTool(name));
  const dead =
    unknown.length === names.length ? unknown : unknown.filter((name) => nearestName(name, knownTools));
  const found = [
    ...(dead.length > 0 ? [matchesNothing(linted, 'matcher', dead)] : []),
    ...names.filter(isServerAlone).map((name) => serverAlone(linted, name)),
    ...(wanted !== null && !isKnownTool(wanted) ? [matchesNothing(linted, 'if', [wanted])] : []),
  ];
  if (found.length > 0 || wanted === null || names.length === 0) return found;
  if (names.some((name) => mayBeOne(name, wanted))) return [];
  const parameters = { matcher: `"${manifest.matcher ?? ''}"`, condition: `"${manifest.condition ?? ''}"` };
  return [issue('MATCHER_EXCLUDES_CONDITION', parameters, placeOfKey(linted, 'if'))];
}

/** `suggestion` ends with a blank; none = the nearest name. */
export function matchesNothing(
  linted: Linted,
  key: 'matcher' | 'if',
  names: readonly string[],
  suggestion?: string,
): Issue {
  const found = `"${names.join('|')}"`;
  const parameters = { key, found, suggestion: suggestion ?? didYouMean(names[0] ?? '', knownTools) };
  return issue('MATCHER_MATCHES_NOTHING', parameters, placeOfKey(linted, key));
}

/** The rules of other systems mean every tool of a server by it. */
function isServerAlone(name: string): boolean {
  return name.startsWith('mcp__') && kindOfName(name) === null && !knownTools.includes(name);
}

function serverAlone(linted: Linted, name: string): Issue {
  const all = `${name.replace(/_+$/, '')}__.*`;
  const suggestion = `It names a server and no tool of it: write \`${all}\` for all of them. `;
  return matchesNothing(linted, 'matcher', [name], suggestion);
}

function isKnownTool(name: string): boolean {
  return name.startsWith('mcp__') || knownTools.includes(name);
}

/** Whether a call can go by both names: the same, one the kind of the other, or unknown. */
function mayBeOne(first: string, second: string): boolean {
  const kinds = [kindOfName(first), kindOfName(second)];
  if (first === second || kinds.includes(null)) return true;
  return kinds[0] === kinds[1] && [first, second].some((name) => name === kinds[0]);
}
