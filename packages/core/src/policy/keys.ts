import { parseDurationMs } from '../manifest/timeout.ts';
import type { ZodType } from '../schema/schema.ts';
import * as z from '../schema/schema.ts';
import { describeWords } from '../yaml/issue-list.ts';

/** One key of the policy: its effect, what it must be, in words that follow "must be", and an example line. */
export interface PolicyRow {
  readonly schema: ZodType;
  readonly about: string;
  readonly expected: string;
  readonly example: string;
}

const DAY_MS = 86_400_000;
const MAX_ENTRIES = 500;
const digest = z.string().regex(/^sha256:[0-9a-f]{64}$/);
const requiredName = z.string().regex(/^(?:[a-z]+\/)?[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/);
const spec = z
  .string()
  .regex(/^(?:npm|git|https|file):[^\s]*$/)
  .max(512);
const DIGEST = `sha256:${'0123456789abcdef'.repeat(4)}`;

function oneWord(word: string, about: string, example: string): PolicyRow {
  return { schema: z.literal(word), about, expected: describeWords([word]), example };
}

/** Every key of `policy.yaml`. */
export const policyRows: Readonly<Record<string, PolicyRow>> = {
  required: {
    schema: z.array(z.strictObject({ name: requiredName, digest })).max(MAX_ENTRIES),
    about: 'hooks that must run, in exactly this version; if one does not run, HookMD blocks its events',
    expected: 'a list of `{ name, digest }`, the digest as `sha256:` and 64 hex digits',
    example: `required: [{ name: deny-rm, digest: "${DIGEST}" }]`,
  },
  denied: {
    schema: z.array(digest).max(MAX_ENTRIES),
    about: 'versions that never run, even if a user approved them',
    expected: 'a list of digests, each `sha256:` and 64 hex digits',
    example: `denied: ["${DIGEST}"]`,
  },
  'sources.allow': {
    schema: z.array(spec).max(MAX_ENTRIES),
    about: 'the sources from which packages may be installed; `*` matches anything',
    expected: 'a list of specs that begin with `npm:`, `git:`, `https:` or `file:`',
    example: 'sources: { allow: ["npm:@acme/*", "git:https://git.acme.example/*"] }',
  },
  minimumReleaseAge: {
    schema: z.union([z.number(), z.string()]).transform(parseAgeMs).pipe(z.number()),
    about: 'how long ago a release must have been published before it can be installed',
    expected: 'a time such as `3d` or `12h`',
    example: 'minimumReleaseAge: 3d',
  },
  onFailure: oneWord('block', 'every hook blocks if it fails', 'onFailure: block'),
  isolation: oneWord(
    'strict',
    'every hook that is a program runs isolated, without the network and without your files',
    'isolation: strict',
  ),
  allow: {
    schema: z.enum(['never', 'once', 'timed']),
    about:
      'whether users may let a blocked call through with `hooks allow`, also past managed and required hooks: not at all, once, or for a time too',
    expected: describeWords(['never', 'once', 'timed']),
    example: 'allow: once',
  },
  managedOnly: {
    schema: z.boolean(),
    about: 'only managed, required and built-in hooks run',
    expected: '`true` or `false`',
    example: 'managedOnly: true',
  },
};

function parseAgeMs(value: number | string): number | null {
  const days = /^(\d{1,4}) ?d$/.exec(String(value).trim())?.[1];
  return days === undefined ? parseDurationMs(value) : Number(days) * DAY_MS;
}
