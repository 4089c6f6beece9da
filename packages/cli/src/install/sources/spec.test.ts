import { isHookError } from '@hookmd/core/errors';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseSpec, type Spec } from './spec.ts';

const accepted: readonly (readonly [string, Spec])[] = [
  ['npm:guards', { prefix: 'npm', name: 'guards', wanted: 'latest' }],
  ['npm:@acme/guards', { prefix: 'npm', name: '@acme/guards', wanted: 'latest' }],
  ['npm:@acme/guards@1.2.3', { prefix: 'npm', name: '@acme/guards', wanted: '1.2.3' }],
  ['npm:guards@^1 || >=3 <4', { prefix: 'npm', name: 'guards', wanted: '^1 || >=3 <4' }],
  ['npm:guards@next', { prefix: 'npm', name: 'guards', wanted: 'next' }],
  [
    'git:https://example.com/x.git',
    { prefix: 'git', url: 'https://example.com/x.git', ref: null, path: null, plugin: null },
  ],
  [
    'git:https://example.com/x.git#v1.0',
    { prefix: 'git', url: 'https://example.com/x.git', ref: 'v1.0', path: null, plugin: null },
  ],
  [
    'git:ssh://git@example.com:22/a/x.git#refs/heads/main',
    {
      prefix: 'git',
      url: 'ssh://git@example.com:22/a/x.git',
      ref: 'refs/heads/main',
      path: null,
      plugin: null,
    },
  ],
  [
    'git:git@example.com:a/x.git#main',
    { prefix: 'git', url: 'git@example.com:a/x.git', ref: 'main', path: null, plugin: null },
  ],
  [
    'git:git@example.com:a/x.git#path:hooks/one',
    { prefix: 'git', url: 'git@example.com:a/x.git', ref: null, path: 'hooks/one', plugin: null },
  ],
  [
    'git:git@example.com:a/x.git#v1&path:./hooks/one/',
    { prefix: 'git', url: 'git@example.com:a/x.git', ref: 'v1', path: 'hooks/one', plugin: null },
  ],
  [
    'git:http://127.0.0.1:8080/x.git',
    { prefix: 'git', url: 'http://127.0.0.1:8080/x.git', ref: null, path: null, plugin: null },
  ],
  ...(
    [
      ['github:acme/guards', null, null],
      ['github:acme/guards.git', null, null],
      ['github:acme/guards#v1', 'v1', null],
      ['github:acme/guards#release/2.x:hooks/one', 'release/2.x', 'hooks/one'],
      ['github:acme/guards:hooks/one', null, 'hooks/one'],
      ['github:acme/guards#path:hooks/one', null, 'hooks/one'],
      ['github:acme/guards#v1&path:hooks/one', 'v1', 'hooks/one'],
      ['acme/guards', null, null],
      ['acme/guards#v1', 'v1', null],
      ['acme/guards#v1:hooks/one', 'v1', 'hooks/one'],
      ['acme/guards:hooks/one', null, 'hooks/one'],
      ['https://github.com/acme/guards', null, null],
      ['https://github.com/acme/guards.git', null, null],
      ['https://GitHub.com/acme/guards/', null, null],
      ['https://github.com/acme/guards/tree/main', 'main', null],
      ['https://github.com/acme/guards/tree/v1/hooks/one/', 'v1', 'hooks/one'],
    ] as const
  ).map(
    ([spec, ref, path]) =>
      [spec, { prefix: 'git', url: 'https://github.com/acme/guards.git', ref, path, plugin: null }] as const,
  ),
  [
    'https://github.com/acme/guards/archive/v1.tar.gz',
    { prefix: 'https', url: 'https://github.com/acme/guards/archive/v1.tar.gz' },
  ],
  [
    'git:https://example.com/x.git#v1&plugin:hookify',
    { prefix: 'git', url: 'https://example.com/x.git', ref: 'v1', path: null, plugin: 'hookify' },
  ],
  ['./market#plugin:hookify', { prefix: 'file', path: './market', plugin: 'hookify' }],
  ['https://example.com/x.tgz?a=b', { prefix: 'https', url: 'https://example.com/x.tgz?a=b' }],
  ['http://localhost:1/x.tgz', { prefix: 'https', url: 'http://localhost:1/x.tgz' }],
  ['http://[::1]:1/x.tgz', { prefix: 'https', url: 'http://[::1]:1/x.tgz' }],
  ['file:./dir', { prefix: 'file', path: './dir', plugin: null }],
  ['file:dir/x.tgz', { prefix: 'file', path: 'dir/x.tgz', plugin: null }],
  ['file:///abs', { prefix: 'file', path: '///abs', plugin: null }],
  ['./dir', { prefix: 'file', path: './dir', plugin: null }],
  ['../x', { prefix: 'file', path: '../x', plugin: null }],
  ['.', { prefix: 'file', path: '.', plugin: null }],
  ['/abs/x.tar', { prefix: 'file', path: '/abs/x.tar', plugin: null }],
  ['~/x', { prefix: 'file', path: '~/x', plugin: null }],
  ['./hörer', { prefix: 'file', path: './hörer', plugin: null }],
];

const refused: readonly (readonly [string, RegExp])[] = [
  ['', /it is empty/],
  ['git:git@example.com:acme/../evil/x.git', /`\.\.` in it/],
  ['git:git@example.com:acme/./x.git', /`\.\.` in it/],
  ['git:ssh://git@example.com/acme/../evil/x.git', /`\.\.` in it/],
  ['git:ssh://git@example.com/acme/%2E%2e/evil/x.git', /`\.\.` in it/],
  ['git:https://example.com/acme/..%2fevil/x.git', /`\.\.` in it/],
  ['https://example.com/acme/..%2Fevil/x.tgz', /`\.\.` in it/],
  ['https://example.com/acme/%2e.%5Cevil/x.tgz', /`\.\.` in it/],
  ['guards', /registry package or a directory/],
  ['@acme/guards', /registry package or a directory/],
  ['x.tgz', /registry package or a directory/],
  ['--registry=http://evil', /begins with a dash/],
  ['-', /begins with a dash/],
  ['./a\nb', /control characters/],
  ['./a\u202eb', /control characters/],
  [' ./a', /blanks around it/],
  [`./${'a'.repeat(2_100)}`, /more than 2048/],
  ['ext::sh -c id', /"ext:" is nothing/],
  ['ftp://example.com/x', /"ftp:" is nothing/],
  ['npm:', /no name of a package/],
  ['npm:Guards', /no name of a package/],
  ['npm:-x', /no name of a package/],
  ['npm:.x', /no name of a package/],
  ['npm:../x', /no name of a package/],
  ['npm:@acme', /no name of a package/],
  ['npm:@acme/x/y', /no name of a package/],
  ['npm:gu\u0430rds', /no name of a package/],
  ['npm:guards@', /no version/],
  ['npm:guards@-x', /no version/],
  ['npm:guards@file:../x', /no version/],
  ['npm:guards@npm:evil@1', /no version/],
  ['npm:guards@https://evil/x.tgz', /no version/],
  ['git:https://user:secret@example.com/x.git', /name or a password/],
  ['git:https://@example.com/x.git', /name or a password/],
  ['git:ssh://user:secret@example.com/x.git', /does not use git with such a URL/],
  ['git:http://example.com/x.git', /by http/],
  ['git:git://example.com/x.git', /does not use git with such a URL/],
  ['git:file:///etc', /does not use git with such a URL/],
  ['git:ext::sh -c id', /does not use git with such a URL/],
  ['git:../x', /does not use git with such a URL/],
  ['git:-oProxyCommand=id@example.com:x', /does not use git with such a URL/],
  ['git:git@-oProxyCommand=id:x', /does not use git with such a URL/],
  ['git:ssh://-oProxyCommand=id/x', /does not use git with such a URL/],
  ['git:git@example.com:-x', /does not use git with such a URL/],
  ['git:git@example.com:/x::y', /does not use git with such a URL/],
  ['git:https://example.com/x.git#-x', /no branch, tag or commit/],
  ['git:https://example.com/x.git#--upload-pack=id', /no branch, tag or commit/],
  ['git:https://example.com/x.git#a..b', /no branch, tag or commit/],
  ['git:https://example.com/x.git#HEAD@{1}', /no branch, tag or commit/],
  ['git:https://example.com/x.git#v1:x', /no branch, tag or commit/],
  ['git:https://example.com/x.git#v1&v2', /more than one ref/],
  ['git:https://example.com/x.git#path:../x', /no directory of the repository/],
  ['git:https://example.com/x.git#path:/etc', /no directory of the repository/],
  ['git:https://example.com/x.git#path:-x', /no directory of the repository/],
  ['git:https://example.com/x.git#plugin:../x', /no name of a plugin/],
  ['git:https://example.com/x.git#path:a&plugin:b', /no name of a plugin/],
  ['./market#plugin:', /no name of a plugin/],
  ['github:acme', /no repository of GitHub/],
  ['github:acme/guards/hooks', /no repository of GitHub/],
  ['github:acme/..', /no repository of GitHub/],
  ['github:-acme/guards', /no repository of GitHub/],
  ['github:https://github.com/acme/guards', /no repository of GitHub/],
  ['github:acme/guards#--upload-pack=id', /no branch, tag or commit/],
  ['github:acme/guards#v1:../x', /no directory of the repository/],
  ['github:acme/guards:/etc', /no directory of the repository/],
  ['github:acme/guards:', /no directory of the repository/],
  ['github:acme/guards:hooks#v1', /a directory before `#`/],
  ['acme/guards#v1:-x', /no directory of the repository/],
  ['acme/guards/hooks', /registry package or a directory/],
  ['.acme/guards', /registry package or a directory/],
  ['https://github.com/acme/guards/tree/v1/%2e%2e', /no directory of the repository/],
  ['https://example.com/x.git', /URL of a git repository/],
  ['https://user:secret@example.com/x.tgz', /name or a password/],
  ['https://example.com\\@evil/x.tgz', /backslashes/],
  ['https://exämple.com/x.tgz', /non-ASCII/],
  ['https:example.com/x.tgz', /start with `https:/],
  ['https:///x.tgz', /start with `https:/],
  ['https://-x/x.tgz', /its host|no URL/],
  ['https://"/x.tgz', /its host/],
  ['git:https://a`b/x', /its host/],
  ["git:https://a'b;c/x", /its host/],
  ['git:https://$(x)/x', /its host/],
  ['https://example.com:0/x.tgz', /port 0/],
  ['https://example.com/x.tgz#v1', /after `#`/],
  ['http://example.com/x.tgz', /by http/],
  ['http://127.0.0.1.evil.com/x.tgz', /by http/],
  ['file:', /not name a directory/],
  ['file://host/x', /another machine/],
];

function messageOf(spec: string): string {
  try {
    parseSpec(spec);
  } catch (error) {
    if (isHookError(error) && error.code === 'SPEC_INVALID') return error.message;
    throw error;
  }
  throw new Error(`${spec} was not refused`);
}

describe('a spec', () => {
  it.each(accepted)('%j is understood', (spec, parsed) => expect(parseSpec(spec)).toEqual(parsed));

  it.each(refused)('%j is refused, with the reason', (spec, reason) =>
    expect(messageOf(spec)).toMatch(reason),
  );

  it('that is a bare word gets both readings as its remedy', () => {
    expect(() => parseSpec('guards')).toThrow(
      expect.objectContaining({ remedy: expect.stringMatching(/`npm:guards`.*`\.\/guards`/) }),
    );
  });

  it('with a password is refused without showing it', () => {
    expect(messageOf('https://user:secret@example.com/x.tgz')).not.toContain('secret');
  });

  const prefix = fc.constantFrom(
    'npm:',
    'git:',
    'git:https://',
    'git:ssh://',
    'git:git@',
    'github:',
    'acme/',
    'https://',
    'file:',
    './',
    '',
  );

  it('is understood or refused with SPEC_INVALID, whatever it is', () => {
    fc.assert(
      fc.property(prefix, fc.string({ unit: 'binary', maxLength: 60 }), (begin, rest) => {
        try {
          parseSpec(`${begin}${rest}`);
        } catch (error) {
          expect(error).toMatchObject({ code: 'SPEC_INVALID' });
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('never gives git a word that begins with a dash, or one with a blank, a quote or a sign of a shell', () => {
    const part = fc.string({ unit: fc.constantFrom(...'-a1.:/@#&=;$`\'"|{}^~ \\'), maxLength: 24 });
    fc.assert(
      fc.property(prefix, part, part, (begin, address, ref) => {
        let parsed: Spec;
        try {
          parsed = parseSpec(`git:${begin}${address}#${ref}`);
        } catch {
          return;
        }
        if (parsed.prefix !== 'git') throw new Error('it was read as something else');
        const words = [parsed.url, parsed.ref ?? 'x', parsed.path ?? 'x'];
        for (const word of words) expect(word).not.toMatch(/^-|^$|[ "'`;|\\]|\.\.\//);
        expect(new URL(parsed.url.replace(/^[^/]*@([^:]*):(?!\/)/, 'ssh://x@$1/')).hostname).not.toMatch(
          /^-/,
        );
      }),
      { numRuns: 3_000 },
    );
  });
});
