import { describe, expect, it } from 'vitest';
import { type Config, mergeConfig } from './config.ts';
import { packageSettings } from './package-options.ts';
import { parseConfig } from './parse.ts';

function config(text: string): Config {
  return parseConfig(Buffer.from(text), { path: 'config.yaml', scope: 'user' }).config;
}

const merged = mergeConfig(
  config('package: { p: { options: { a: managed }, env: { A: m } } }'),
  config('package: { p: { options: { a: user, b: user }, mode: audit, env: { A: u, B: u } } }'),
  config('package: { p: { options: { a: project }, mode: warn, env: { C: p } } }'),
);

describe('what the configuration says of a package', () => {
  it('is, of a managed one, what the administrator says; the others only tighten', () => {
    expect(packageSettings(merged, 'managed', 'p')).toMatchObject({
      options: { a: 'managed' },
      tightening: [{ a: 'user', b: 'user' }, { a: 'project' }],
      env: { A: 'm' },
      mode: 'enforce',
    });
  });

  it.each(['user', 'bundled', 'session'] as const)(
    "is, of a %s one, the user's, under the administrator's",
    (source) => {
      expect(packageSettings(merged, source, 'p')).toEqual({
        options: { a: 'managed', b: 'user' },
        tightening: [{ a: 'project' }],
        env: { A: 'm', B: 'u' },
        mode: 'audit',
        isOfProject: false,
      });
    },
  );

  it("is, of a project's one, no value that a person set for a package of their own", () => {
    expect(packageSettings(merged, 'project', 'p')).toEqual({
      options: {},
      tightening: [{ a: 'project' }],
      env: {},
      mode: 'audit',
      isOfProject: true,
    });
  });

  it('is nothing where nobody says anything, whatever the name', () => {
    for (const name of ['q', 'constructor', '__proto__']) {
      expect(packageSettings(merged, 'user', name)).toMatchObject({ options: {}, env: {}, mode: 'enforce' });
    }
  });
});
