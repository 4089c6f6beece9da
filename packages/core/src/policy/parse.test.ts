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
        'sources: { allow: ["npm:@acme/*"] }\nminimumReleaseAge: 3d\nonFailure: block\nisolation: strict\nallow: once\nmanagedOnly: true\n',
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
    });
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
