import { isLoopback, parseNetwork } from '../executors/http/private-addresses.ts';
import { findUrlProblem } from '../executors/http/service-url.ts';
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
  /** Another key without which this one has no effect. */
  readonly needs?: string;
}

const DAY_MS = 86_400_000;
const MAX_ENTRIES = 500;
const MAX_URL_CHARACTERS = 2048;
const digest = z.string().regex(/^sha256:[0-9a-f]{64}$/);
const requiredName = z.string().regex(/^(?:[a-z]+\/)?[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/);
const spec = z
  .string()
  .regex(/^(?:npm|git|https|file):[^\s]*$/)
  .max(512);
const DIGEST = `sha256:${'0123456789abcdef'.repeat(4)}`;

const network = z.string().refine((text) => parseNetwork(text) !== null);
const webAddress = z.string().max(MAX_URL_CHARACTERS).refine(isFleetUrl);
const natsServer = z
  .string()
  .max(MAX_URL_CHARACTERS)
  .regex(/^(?:nats|tls):\/\/(?:[A-Za-z0-9][A-Za-z0-9._-]*|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?\/?$/)
  .refine((text) => URL.canParse(text));
const filePath = z
  .string()
  .max(4096)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: no path of a configuration has one
  .regex(/^\/[^\x00-\x1f\x7f]+$/);
const WEB_ADDRESS = 'a URL that begins with `https://`, or `http://` for this machine, without a password';
const FILE_PATH = 'an absolute path';
const RELEASES_EXAMPLE = 'fleet: { releases: "https://hooks.acme.example/fleet", ring: all, onStale: block }';
const NATS_EXAMPLE =
  'fleet: { nats: { servers: ["tls://nats.acme.example:4222"], credentials: /etc/hookmd/nats.creds, stream: HOOKMD } }';
const OTLP_EXAMPLE =
  'fleet: { otlp: { url: "https://otel.acme.example/v1/logs", headers: /etc/hookmd/otlp.headers } }';

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
  privateNetworks: {
    schema: z.array(network).max(MAX_ENTRIES),
    about:
      'networks that are not public and that HTTP hooks may reach, such as that of a policy server; a metadata service of a cloud only as a network of one address',
    expected: 'a list of networks such as `10.20.0.0/16` or `fd12::/16`',
    example: 'privateNetworks: ["10.20.0.0/16"]',
  },
  'fleet.releases': {
    schema: webAddress,
    about: 'where `hooks fleet pull` gets the releases of your organization',
    expected: WEB_ADDRESS,
    example: RELEASES_EXAMPLE,
  },
  'fleet.ring': {
    schema: z.string().regex(/^[a-z][a-z0-9-]{0,31}$/),
    about: 'the ring of a machine whose first pull names none; default `all`',
    expected: 'a name of up to 32 lowercase letters, digits and dashes',
    example: RELEASES_EXAMPLE,
    needs: 'fleet.releases',
  },
  'fleet.onStale': {
    schema: z.enum(['warn', 'block']),
    about:
      'what happens when the release of this machine has expired, or cannot be read: users get a message (default), or HookMD blocks every event that a hook could block',
    expected: describeWords(['warn', 'block']),
    example: RELEASES_EXAMPLE,
    needs: 'fleet.releases',
  },
  'fleet.nats.servers': {
    schema: z.array(natsServer).min(1).max(MAX_ENTRIES),
    about: 'the NATS servers to which `hooks fleet ship` sends the event log',
    expected: 'a list of URLs that begin with `nats://` or `tls://`, without a user and a password',
    example: NATS_EXAMPLE,
  },
  'fleet.nats.credentials': {
    schema: filePath,
    about: 'the file with the credentials for the NATS servers',
    expected: FILE_PATH,
    example: NATS_EXAMPLE,
    needs: 'fleet.nats.servers',
  },
  'fleet.nats.stream': {
    schema: z.string().regex(/^[A-Z][A-Z0-9_]{0,31}$/),
    about: 'the JetStream stream that stores the events; default `HOOKMD`',
    expected: 'a name of up to 32 capital letters, digits and underscores',
    example: NATS_EXAMPLE,
    needs: 'fleet.nats.servers',
  },
  'fleet.otlp.url': {
    schema: webAddress,
    about: 'the OTLP endpoint for logs to which `hooks fleet ship` sends the event log',
    expected: WEB_ADDRESS,
    example: OTLP_EXAMPLE,
  },
  'fleet.otlp.headers': {
    schema: filePath,
    about:
      'the file with the headers for the OTLP endpoint, each a line `Name: value`, so that the policy has no secret',
    expected: FILE_PATH,
    example: OTLP_EXAMPLE,
    needs: 'fleet.otlp.url',
  },
};

function isFleetUrl(text: string): boolean {
  if (findUrlProblem(text) !== null) return false;
  const { protocol, hostname } = new URL(text);
  return (
    protocol === 'https:' || hostname === 'localhost' || isLoopback(hostname.replace(/^\[(.*)\]$/, '$1'))
  );
}

function parseAgeMs(value: number | string): number | null {
  const days = /^(\d{1,4}) ?d$/.exec(String(value).trim())?.[1];
  return days === undefined ? parseDurationMs(value) : Number(days) * DAY_MS;
}
