import type { Issue } from '../errors/issue.ts';
import { didYouMean } from '../errors/nearest-name.ts';
import { isJsonObject, type JsonObject } from '../events/json.ts';
import {
  createIssueList,
  describeFound,
  formatKeyPath,
  type IssueList,
  type KeyPath,
  type Locate,
  showText,
} from '../yaml/issue-list.ts';
import { parseYaml } from '../yaml/yaml.ts';
import { policyRows } from './keys.ts';
import { type FleetPolicy, NO_POLICY, type Policy } from './policy.ts';

const MAX_POLICY_BYTES = 65_536;

export interface ParsedPolicy {
  readonly policy: Policy;
  /** All are errors: with one the policy does not apply as written. */
  readonly issues: readonly Issue[];
}

/** Reads a `policy.yaml`. Pure. Every problem at once: what an administrator meant is not guessed. */
export function parsePolicy(bytes: Buffer, path: string): ParsedPolicy {
  const unread = createIssueList(path, null);
  const text = decode(bytes, unread);
  const yaml = text === null ? null : parseYaml(text);
  if (yaml === null) return { policy: NO_POLICY, issues: unread.sorted() };
  if ('problems' in yaml) {
    for (const problem of yaml.problems)
      unread.add('POLICY_UNREADABLE', { detail: problem.message.replace(/\.$/, '') }, problem);
    return { policy: NO_POLICY, issues: unread.sorted() };
  }
  const value = yaml.value ?? {};
  if (!isJsonObject(value)) {
    const detail = `it is ${describeFound(value)}, not a mapping of keys`;
    unread.add('POLICY_UNREADABLE', { detail }, { line: 1, column: 1 });
    return { policy: NO_POLICY, issues: unread.sorted() };
  }
  const issues = createIssueList(path, yaml.locate);
  const settings: Record<string, unknown> = {};
  readLevel(value, [], settings, issues);
  for (const name of Object.keys(settings)) {
    const { needs = name, example = '' } = policyRows[name] ?? {};
    if (Object.hasOwn(settings, needs)) continue;
    const key = name.split('.');
    issues.add(
      'POLICY_VALUE',
      { key: showText(name), detail: `has no effect without \`${needs}\``, example },
      key,
    );
  }
  return { policy: toPolicy(settings, yaml.locate), issues: issues.sorted() };
}

function decode(bytes: Buffer, issues: IssueList): string | null {
  if (bytes.length > MAX_POLICY_BYTES) {
    issues.add('POLICY_UNREADABLE', { detail: `it has more than ${MAX_POLICY_BYTES} bytes` });
    return null;
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    issues.add('POLICY_UNREADABLE', { detail: 'it is not UTF-8 text' });
    return null;
  }
}

/** The settings below one level, by their paths. */
function readLevel(
  value: JsonObject,
  above: readonly string[],
  settings: Record<string, unknown>,
  issues: IssueList,
): void {
  const known = namesBelow(above);
  for (const [key, inner] of Object.entries(value)) {
    const path = [...above, key];
    const name = path.join('.');
    const row = Object.hasOwn(policyRows, name) ? policyRows[name] : undefined;
    if (row !== undefined) {
      const reading = row.schema.safeParse(inner);
      settings[name] = reading.data;
      if (!reading.success) {
        const location = [...path, ...placeInside(reading.error.issues[0]?.path)];
        issues.add(
          'POLICY_VALUE',
          () => wrong(location, row.expected, valueAt(value, location, above), row.example),
          location,
        );
      }
    } else if (!known.includes(key)) {
      const suggestion = (): string => didYouMean(key, known);
      issues.add(
        'POLICY_UNKNOWN_KEY',
        () => ({ key: showText(name), suggestion: suggestion() }),
        path,
        'key',
      );
    } else if (isJsonObject(inner)) {
      readLevel(inner, path, settings, issues);
    } else {
      const example =
        Object.entries(policyRows).find(([text]) => text.startsWith(`${name}.`))?.[1].example ?? '';
      issues.add('POLICY_VALUE', () => wrong(path, 'a mapping', inner, example), path);
    }
  }
}

/** The keys that may stand there. */
function namesBelow(above: readonly string[]): readonly string[] {
  const depth = above.length;
  const paths = Object.keys(policyRows).map((name) => name.split('.'));
  const below = paths.filter((path) => above.every((step, index) => path[index] === step));
  return [...new Set(below.flatMap((item) => item[depth] ?? []))];
}

function wrong(location: KeyPath, expected: string, value: unknown, example: string): Record<string, string> {
  const key = showText(formatKeyPath(location));
  return { key, detail: `must be ${expected}; found ${describeFound(value)}`, example };
}

/** The entry of a list that is wrong, not the list. */
function placeInside(inside: readonly PropertyKey[] = []): KeyPath {
  return inside.filter((step) => typeof step !== 'symbol');
}

function valueAt(level: JsonObject, location: KeyPath, above: KeyPath): unknown {
  return location.slice(above.length).reduce<unknown>((value, step) => (value as JsonObject)[step], level);
}

function toPolicy(settings: Record<string, unknown>, locate: Locate): Policy {
  const entries = (settings['required'] ?? []) as readonly { name: string; digest: string }[];
  const denied = (settings['denied'] ?? []) as readonly string[];
  return {
    required: entries.map((entry, index) => ({ ...entry, line: locate(['required', index]).line })),
    denied: denied.map((digest, index) => ({ digest, line: locate(['denied', index]).line })),
    sources: (settings['sources.allow'] as Policy['sources'] | undefined) ?? null,
    minimumReleaseAgeMs: (settings['minimumReleaseAge'] as number | undefined) ?? 0,
    blocksOnFailure: settings['onFailure'] !== undefined,
    isolates: settings['isolation'] !== undefined,
    allow: (settings['allow'] as Policy['allow'] | undefined) ?? null,
    managedOnly: settings['managedOnly'] === true,
    privateNetworks: (settings['privateNetworks'] as Policy['privateNetworks'] | undefined) ?? [],
    fleet: toFleet(settings),
  };
}

function toFleet(settings: Record<string, unknown>): FleetPolicy | null {
  const value = <T>(name: string): T | null => (settings[`fleet.${name}`] as T | undefined) ?? null;
  const releases = value<string>('releases');
  const servers = value<readonly string[]>('nats.servers');
  const url = value<string>('otlp.url');
  if (releases === null && servers === null && url === null) return null;
  const stream = value<string>('nats.stream') ?? 'HOOKMD';
  return {
    releases,
    ring: value<string>('ring') ?? 'all',
    onStale: value<FleetPolicy['onStale']>('onStale') ?? 'warn',
    nats: servers === null ? null : { servers, credentials: value<string>('nats.credentials'), stream },
    otlp: url === null ? null : { url, headers: value<string>('otlp.headers') },
  };
}
