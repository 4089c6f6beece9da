import { describeError } from '@hookmd/core/errors';
import { FleetError } from '../fleet-error.ts';

interface Rejection {
  readonly code: string;
  /** What the TUF client reports; its error classes are not exported, and it wraps them as text. */
  readonly reports: RegExp;
  /** In which step; absent = in each. */
  readonly step?: 'metadata' | 'file';
  /** The attack in plain words; `$1` to `$3` are the groups of `reports`. */
  readonly message: string;
  readonly remedy: string;
}

const TRY_AGAIN = 'Try again; if it stays, ask the administrator who publishes the releases.';
const REPORT =
  'Report it to the administrator who publishes the releases: the server or the network may be attacked.';

/** Why a release is rejected: the first row that matches. */
const rejections: readonly Rejection[] = [
  {
    code: 'RELEASE_EXPIRED',
    reports: /(?:Final )?([a-z0-9-]+)\.json is expired/,
    message: 'The server has no newer release, and the signature of its $1 metadata has expired (freeze).',
    remedy:
      'Run `hooks fleet publish DIR --refresh` where the keys are, and check the clock of this machine.',
  },
  {
    code: 'RELEASE_SIGNATURE',
    reports: /([a-z0-9-]+) was signed by (\d+)\/(\d+) keys/,
    message:
      'The $1 metadata of the server has valid signatures of $2 of the $3 keys that must sign it: it was changed, or its keys are revoked or of another role.',
    remedy: REPORT,
  },
  {
    code: 'RELEASE_SIGNATURE',
    reports: /multiple signatures found for keyid: (\w{8})/,
    message: 'The server sent metadata with two signatures of one key ($1).',
    remedy: REPORT,
  },
  {
    code: 'RELEASE_ROLLBACK',
    reports: /New (\S+) version (\d+) is less than current version (\d+)/,
    message:
      'The server offers version $2 of its $1 metadata, and this machine has seen version $3 (rollback).',
    remedy: REPORT,
  },
  {
    code: 'RELEASE_ROLLBACK',
    reports: /New version (\d+) of (\S+)\.json is less than current version (\d+)/,
    message:
      'The server offers version $1 of its $2 metadata, and this machine has seen version $3 (rollback).',
    remedy: REPORT,
  },
  {
    code: 'RELEASE_ROLLBACK',
    reports: /Missing file (\S+)\.json in new snapshot/,
    message: 'The server has no $1 metadata any more, and this machine has seen some (rollback).',
    remedy: REPORT,
  },
  {
    code: 'RELEASE_ROOT_CHAIN',
    reports: /Expected version (\d+), got (\d+)/,
    message: 'The server offers root $2 where root $1 must follow: the chain of root metadata is broken.',
    remedy: REPORT,
  },
  {
    code: 'RELEASE_BYTES',
    step: 'file',
    reports: /Expected (?:length|hash) /,
    message: 'A file of the release does not have the bytes that were signed.',
    remedy: TRY_AGAIN,
  },
  {
    code: 'RELEASE_MIXED',
    reports: /Expected (?:length|hash) |does not match snapshot version|doesn't match timestamp/,
    message: 'The server mixes metadata of different releases, or metadata was changed (mix-and-match).',
    remedy: TRY_AGAIN,
  },
  {
    code: 'RELEASE_NOT_METADATA',
    reports:
      /SyntaxError|Unexpected (?:token|end)|valid JSON|\b\w+ (?:must be an? \w+$|must have|is not defined|is not an array)|expected '/i,
    message: 'The server sent something else than signed metadata, such as a page in HTML.',
    remedy: 'Check the URL: below it there must be `metadata/timestamp.json`.',
  },
];

/** The error for what the TUF client threw. */
export function toRejection(error: unknown, step: 'metadata' | 'file'): FleetError {
  const text = describeError(error);
  const row = rejections.find((item) => item.reports.test(text) && (item.step ?? step) === step);
  if (row === undefined)
    return new FleetError('RELEASE_REJECTED', `The release cannot be verified: ${text}.`, TRY_AGAIN, {
      cause: error,
    });
  const groups = row.reports.exec(text) ?? [];
  const message = row.message.replace(/\$(\d)/g, (_, index) => groups[Number(index)] ?? '');
  return new FleetError(row.code, message, row.remedy, { cause: error });
}

type DownloadCode =
  | 'RELEASE_UNREACHABLE'
  | 'RELEASE_MISSING'
  | 'RELEASE_REDIRECT'
  | 'RELEASE_TOO_LARGE'
  | 'RELEASE_TOO_SLOW'
  | 'RELEASE_INTERRUPTED';

/** Why a download ended, by what happened; `$1` is the URL, `$2` the detail. */
const downloadErrors: Readonly<Record<DownloadCode, { readonly message: string; readonly remedy: string }>> =
  {
    RELEASE_UNREACHABLE: {
      message: '$1 cannot be fetched: $2.',
      remedy: 'Check the URL and the network, and run `hooks fleet pull` again.',
    },
    RELEASE_MISSING: {
      message: '$1 is missing on the server.',
      remedy: 'Check the URL, and that the server has the whole directory `repository`.',
    },
    RELEASE_REDIRECT: {
      message: '$1 redirects to another place ($2), and releases are fetched from their URL alone.',
      remedy: 'Give the URL that it redirects to with `--url`, if you trust it.',
    },
    RELEASE_TOO_LARGE: {
      message: '$1 has more than the $2 bytes that it may have (endless data).',
      remedy: REPORT,
    },
    RELEASE_TOO_SLOW: {
      message: '$1 was not complete after $2 seconds (slow retrieval).',
      remedy: 'Try again; on a slow network give more time with `--timeout 300`.',
    },
    RELEASE_INTERRUPTED: {
      message: '$1 was not fetched: the command was ended.',
      remedy: 'Run `hooks fleet pull` again.',
    },
  };

export function downloadError(code: DownloadCode, url: string, detail: string | number = ''): FleetError {
  const { message, remedy } = downloadErrors[code];
  return new FleetError(
    code,
    message.replace('$1', () => url).replace('$2', () => String(detail)),
    remedy,
  );
}
