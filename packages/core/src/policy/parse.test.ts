import { describe, expect, it } from 'vitest';
import { parsePolicy } from './parse.ts';
import { isSourceAllowed, NO_POLICY, requirementFor } from './policy.ts';

const A = `sha256:${'a'.repeat(64)}`;
const read = (text: string): ReturnType<typeof parsePolicy> => parsePolicy(Buffer.from(text), '/p');
const codes = (text: string): readonly string[] =>
  read(text).issues.map(({ code, line, message }) => `${line} ${code} ${message.slice(0, 60)}`);

describe('a policy', () => {
  it('says what it asks for, with the line of each entry', () => {
    const { policy, issues } = read(
      `required:\n  - { name: guard, digest: "${A}" }\n  - { name: user/x, digest: "${A}" }\ndenied:\n  - ${A}\n` +
        'sources: { allow: ["npm:@acme/*"] }\nminimumReleaseAge: 3d\nonFailure: block\nisolation: strict\nallow: once\nmanagedOnly: true\n' +
        'privateNetworks: [10.20.0.0/16, "fd12::/16", 127.0.0.1/32]\n' +
        'fleet: { releases: "https://hooks.acme.example/fleet", nats: { servers: [tls://nats.acme.example:4222] }, otlp: { url: "http://127.0.0.1:4318/v1/logs" } }\n',
    );
    expect(issues).toEqual([]);
    expect(policy).toEqual({
      required: [
        { name: 'guard', digest: A, line: 2 },
        { name: 'user/x', digest: A, line: 3 },
      ],
      denied: [{ digest: A, line: 5 }],
      sources: ['npm:@acme/*'],
      minimumReleaseAgeMs: 3 * 86_400_000,
      blocksOnFailure: true,
      isolates: true,
      allow: 'once',
      managedOnly: true,
      privateNetworks: ['10.20.0.0/16', 'fd12::/16', '127.0.0.1/32'],
      fleet: {
        releases: 'https://hooks.acme.example/fleet',
        ring: 'all',
        onStale: 'warn',
        nats: { servers: ['tls://nats.acme.example:4222'], credentials: null, stream: 'HOOKMD' },
        otlp: { url: 'http://127.0.0.1:4318/v1/logs', headers: null },
      },
    });
  });

  it('says of a fleet all that is given', () => {
    const { policy, issues } = read(
      'fleet:\n  releases: http://[::1]:8080/\n  ring: canary\n  onStale: block\n' +
        '  nats: { servers: ["nats://[::1]", "nats://b.example/"], credentials: /etc/hookmd/nats.creds, stream: ACME_1 }\n' +
        '  otlp: { url: "https://otel.acme.example/v1/logs", headers: /etc/hookmd/otlp.headers }\n',
    );
    expect(issues).toEqual([]);
    expect(policy.fleet).toEqual({
      releases: 'http://[::1]:8080/',
      ring: 'canary',
      onStale: 'block',
      nats: {
        servers: ['nats://[::1]', 'nats://b.example/'],
        credentials: '/etc/hookmd/nats.creds',
        stream: 'ACME_1',
      },
      otlp: { url: 'https://otel.acme.example/v1/logs', headers: '/etc/hookmd/otlp.headers' },
    });
  });

  it.each([
    ['privateNetworks: 10.0.0.0/8', 'privateNetworks'],
    ['privateNetworks: [10.0.0.0]', 'privateNetworks[0]'],
    ['privateNetworks: [10.0.0.0/8, 10.0.0/8]', 'privateNetworks[1]'],
    ['privateNetworks: [10.0.0.0/33]', 'privateNetworks[0]'],
    ['privateNetworks: [10.0.0.0/08]', 'privateNetworks[0]'],
    ['privateNetworks: ["fd12::/129"]', 'privateNetworks[0]'],
    ['privateNetworks: ["fe80::1%eth0/64"]', 'privateNetworks[0]'],
    ['privateNetworks: [policy.acme.example]', 'privateNetworks[0]'],
    ['fleet: x', 'fleet'],
    ['fleet: { release: x }', 'fleet.release'],
    ['fleet: { releases: "http://hooks.acme.example/" }', 'fleet.releases'],
    ['fleet: { releases: "http://127.0.0.1.acme.example/" }', 'fleet.releases'],
    ['fleet: { releases: "https://me:secret@hooks.acme.example/" }', 'fleet.releases'],
    ['fleet: { releases: "file:///srv" }', 'fleet.releases'],
    ['fleet: { releases: "https://a.example", ring: Canary }', 'fleet.ring'],
    ['fleet: { releases: "https://a.example", onStale: stop }', 'fleet.onStale'],
    ['fleet: { ring: all }', 'fleet.ring'],
    ['fleet: { onStale: block }', 'fleet.onStale'],
    ['fleet: { nats: { servers: [] } }', 'fleet.nats.servers'],
    ['fleet: { nats: { servers: ["https://a.example"] } }', 'fleet.nats.servers[0]'],
    ['fleet: { nats: { servers: ["nats://a:99999"] } }', 'fleet.nats.servers[0]'],
    ['fleet: { nats: { servers: ["nats://[1::2::3]"] } }', 'fleet.nats.servers[0]'],
    ['fleet: { nats: { servers: ["nats://a/x?y"] } }', 'fleet.nats.servers[0]'],
    ['fleet: { nats: { servers: ["nats://me:secret@a.example"] } }', 'fleet.nats.servers[0]'],
    ['fleet: { nats: { servers: ["nats://token@a.example"] } }', 'fleet.nats.servers[0]'],
    ['fleet: { nats: { servers: ["nats://a"], credentials: nats.creds } }', 'fleet.nats.credentials'],
    ['fleet: { nats: { servers: ["nats://a"], stream: "a.b" } }', 'fleet.nats.stream'],
    ['fleet: { nats: { credentials: /a } }', 'fleet.nats.credentials'],
    ['fleet: { otlp: { url: "http://otel.acme.example" } }', 'fleet.otlp.url'],
    ['fleet: { otlp: { url: "https://a.example", headers: [a] } }', 'fleet.otlp.headers'],
    ['fleet: { otlp: { headers: /a } }', 'fleet.otlp.headers'],
  ])('does not accept %s', (text, key) => {
    expect(read(text).issues.map(({ message }) => /`([^`]*)`/.exec(message)?.[1])).toEqual([key]);
  });

  it.each(['', '# nothing\n', '{}\n'])('asks for nothing where nothing stands: %j', (text) => {
    expect(read(text)).toEqual({ policy: NO_POLICY, issues: [] });
  });

  it('says every problem at once, each with its line', () => {
    const text = `requird: []\nrequired: [{ name: ../x, digest: "${A}" }]\ndenied: [abc]\nsources: [npm:x]\nonFailure: continue\nisolation: off\nminimumReleaseAge: soon\nmanagedOnly: 1\n`;
    expect(codes(text)).toMatchInlineSnapshot(`
      [
        "1 POLICY_UNKNOWN_KEY \`requird\` is not a key of the policy of this machine. Until ",
        "2 POLICY_VALUE In the policy of this machine, \`required[0].name\` must be a ",
        "3 POLICY_VALUE In the policy of this machine, \`denied[0]\` must be a list of",
        "4 POLICY_VALUE In the policy of this machine, \`sources\` must be a mapping; ",
        "5 POLICY_VALUE In the policy of this machine, \`onFailure\` must be \`block\`; ",
        "6 POLICY_VALUE In the policy of this machine, \`isolation\` must be \`strict\`;",
        "7 POLICY_VALUE In the policy of this machine, \`minimumReleaseAge\` must be a",
        "8 POLICY_VALUE In the policy of this machine, \`managedOnly\` must be \`true\` ",
      ]
    `);
  });

  it.each(['- a\n', 'a: [', 'x: &a 1\n', 'denied: []\ndenied: []\n', '\u0000'])(
    'is no policy: %j',
    (text) => {
      expect(read(text).issues.map(({ code }) => code)).toContain('POLICY_UNREADABLE');
    },
  );

  it('requires bytes by the plain or the qualified name', () => {
    const { policy } = read(`required: [{ name: user/x, digest: "${A}" }]`);
    expect(requirementFor(policy, { name: 'x', qualifiedName: 'user/x' }, A)?.line).toBe(1);
    expect(requirementFor(policy, { name: 'x', qualifiedName: 'project/x' }, A)).toBeNull();
    expect(requirementFor(policy, { name: 'x', qualifiedName: 'user/x' }, null)).toBeNull();
  });
});

describe('the sources of a policy', () => {
  const allowed = (allow: readonly string[] | null, spec: string): boolean =>
    isSourceAllowed({ ...NO_POLICY, sources: allow }, spec);

  it.each([
    [null, 'npm:left', true],
    [[], 'npm:left', false],
    [['npm:@acme/*'], 'npm:@acme/guard@1.0.0', true],
    [['npm:@acme/*'], 'npm:@acme.evil/guard', false],
    [['npm:@acme/guard'], 'npm:@acme/guard@1.0.0', true],
    [['npm:@acme/guard'], 'npm:@acme/guard2@1.0.0', false],
    [['npm:guard'], 'npm:guard@^2', true],
    [['git:https://git.acme.example/*'], 'git:https://git.acme.example/a/b#v1', true],
    [['git:https://git.acme.example/*'], 'git:https://git.acme.example.evil/a', false],
    [['git:https://git.acme.example/a'], 'git:https://git.acme.example/a#v1', true],
    [['file:'], 'file:/opt/hooks/a', true],
    [['file:'], 'https://x/file:', false],
  ] as const)('%j lets %s in: %s', (allow, spec, is) => {
    expect(allowed(allow, spec)).toBe(is);
  });

  it('are matched in linear time', () => {
    const glob = `npm:${'*a'.repeat(200)}*b`;
    const startedAt = performance.now();
    expect(allowed([glob], `npm:${'a'.repeat(50_000)}`)).toBe(false);
    expect(performance.now() - startedAt).toBeLessThan(500);
  });
});
