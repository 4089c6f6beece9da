import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { conventions } from '@hookmd/core/internal/conventions/index';
import { type Issue, issue } from '@hookmd/core/internal/errors/issue';
import { didYouMean } from '@hookmd/core/internal/errors/nearest-name';
import { isDroppedName } from '@hookmd/core/internal/executors/environment';
import { parseMatcher } from '@hookmd/core/internal/matching/matcher';
import { toolVocabulary } from '@hookmd/core/internal/matching/tool-view';
import { isToolEvent, permits } from '@hookmd/core/internal/protocol/events';
import type { HookStatus } from '@hookmd/core/internal/registry/status';

const MAX_SCRIPT_BYTES = 256 * 1024;

/** Mistakes that are no errors of the manifest: the hook runs, and does not do what its author thinks. */
export function lintPackage(status: HookStatus): readonly Issue[] {
  return [...exitOneLint(status), ...deadMatcherLint(status), ...droppedNameLint(status)];
}

/** `exit 1` in a guard's script: a failure in this convention, not a block (F14). */
function exitOneLint({ record }: HookStatus): readonly Issue[] {
  const { manifest } = record;
  if (manifest === null || manifest.onFailure === 'block' || manifest.observe !== 'no') return [];
  const convention = conventions[manifest.convention];
  const mayBlock = manifest.events.some(({ events }) => events.some((event) => permits(event, 'block')));
  if (convention.blockingExit === null || convention.blockingExit === 1 || !mayBlock) return [];
  return record.files
    .filter((file) => /\.(sh|bash|py|js|mjs|cjs|rb|pl)$/.test(file))
    .flatMap((file) => {
      const path = join(record.dir, file);
      const line = firstExitOne(path);
      return line === null
        ? []
        : [issue('EXIT_ONE_DOES_NOT_BLOCK', { convention: convention.id }, { path, line })];
    });
}

function firstExitOne(path: string): number | null {
  let text: string;
  try {
    text = readFileSync(path, 'utf8').slice(0, MAX_SCRIPT_BYTES);
  } catch {
    return null;
  }
  const at = text.split('\n').findIndex((line) => /^[^#]*\b(?:exit 1\b|exit\(1\))/.test(line));
  return at < 0 ? null : at + 1;
}

/** A matcher of names none of which any known tool or kind has. Tools of MCP servers cannot be known here. */
function deadMatcherLint({ record }: HookStatus): readonly Issue[] {
  const { manifest } = record;
  if (manifest?.matcher == null || !manifest.events.some(({ events }) => events.some(isToolEvent))) return [];
  const matcher = parseMatcher(manifest.matcher);
  if ('error' in matcher || matcher.kind !== 'names' || matcher.names.some(isKnownTool)) return [];
  const suggestion = didYouMean(matcher.names[0] ?? '', toolVocabulary);
  return [
    issue(
      'MATCHER_MATCHES_NOTHING',
      { found: `"${manifest.matcher}"`, suggestion },
      { path: record.manifestPath },
    ),
  ];
}

/** Variables that make other programs run, such as LD_PRELOAD: a manifest may name them and never gets them. */
function droppedNameLint({ record }: HookStatus): readonly Issue[] {
  const { manifest, manifestPath: path } = record;
  if (manifest === null) return [];
  const listed = [
    ...manifest.env.map((name) => ({ name, key: 'env' })),
    ...manifest.requires.env.map((name) => ({ name, key: 'requires.env' })),
  ];
  return listed
    .filter(({ name }) => isDroppedName(name))
    .map((one) => issue('ENV_NEVER_PASSED', one, { path }));
}

function isKnownTool(name: string): boolean {
  return name.startsWith('mcp__') || toolVocabulary.includes(name);
}
