import { type Code, describeError, HookError, type Parameters } from '@hookmd/core/errors';

type Groups = Readonly<Record<string, string>>;

interface Rejection {
  readonly code: Code;
  /** What the TUF client reports; its error classes are not exported, and it wraps them as text. */
  readonly reports: RegExp;
  /** In which step; absent = in each. */
  readonly step?: 'metadata' | 'file';
  /** Of the error, from the groups of `reports`; absent = the groups. */
  readonly parameters?: (groups: Groups) => Parameters;
}

/** Why a release is rejected: the first row that matches. */
const rejections: readonly Rejection[] = [
  { code: 'RELEASE_EXPIRED', reports: /(?:Final )?(?<role>[a-z0-9-]+)\.json is expired/ },
  {
    code: 'RELEASE_SIGNATURE',
    reports: /(?<role>[a-z0-9-]+) was signed by (?<valid>\d+)\/(?<keys>\d+) keys/,
    parameters: ({ role, valid, keys }) => ({
      detail: `the ${role} metadata has valid signatures of ${valid} of the ${keys} keys`,
    }),
  },
  {
    code: 'RELEASE_SIGNATURE',
    reports: /multiple signatures found for keyid: (?<key>\w{8})/,
    parameters: ({ key }) => ({ detail: `it has two signatures of one key (${key})` }),
  },
  {
    code: 'RELEASE_ROLLBACK',
    reports: /New (?<role>\S+) (?<offered>version \d+) is less than current (?<seen>version \d+)/,
  },
  {
    code: 'RELEASE_ROLLBACK',
    reports: /New (?<offered>version \d+) of (?<role>\S+)\.json is less than current (?<seen>version \d+)/,
  },
  {
    code: 'RELEASE_ROLLBACK',
    reports: /Missing file (?<role>\S+)\.json in new snapshot/,
    parameters: (groups) => ({ ...groups, offered: 'no version', seen: 'one' }),
  },
  { code: 'RELEASE_ROOT_CHAIN', reports: /Expected version (?<expected>\d+), got (?<offered>\d+)/ },
  { code: 'RELEASE_BYTES', step: 'file', reports: /Expected (?:length|hash) / },
  {
    code: 'RELEASE_MIXED',
    reports: /Expected (?:length|hash) |does not match snapshot version|doesn't match timestamp/,
  },
  {
    code: 'RELEASE_NOT_METADATA',
    reports:
      /SyntaxError|Unexpected (?:token|end)|valid JSON|\b\w+ (?:must be an? \w+$|must have|is not defined|is not an array)|expected '/i,
  },
];

/** The error for what the TUF client threw. */
export function toRejection(cause: unknown, step: 'metadata' | 'file', file = 'A file'): HookError {
  const text = describeError(cause);
  const row = rejections.find((item) => item.reports.test(text) && (item.step ?? step) === step);
  if (row === undefined) return new HookError('RELEASE_REJECTED', { detail: text }, { cause });
  const groups = { file, ...row.reports.exec(text)?.groups };
  return new HookError(row.code, row.parameters?.(groups) ?? groups, { cause });
}
