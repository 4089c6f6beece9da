import { describe, expect, it } from 'vitest';
import { findScript } from './interpreters.ts';

describe('findScript', () => {
  it.each([
    ['sh x.sh', 'x.sh'],
    ['bash -eu x.sh arg', 'x.sh'],
    ['bash -euo pipefail x.sh', 'x.sh'],
    ['bash +o posix --norc x.sh', 'x.sh'],
    ['bash --rcfile rc x.sh', 'x.sh'],
    ['dash -- -x.sh', '-x.sh'],
    ['python3 -u x.py -c', 'x.py'],
    ['python3.12 -W ignore -Xdev -I x.py', 'x.py'],
    ['python3 -Wignore x.py', 'x.py'],
    ['node x.mjs --eval', 'x.mjs'],
    ['node --no-warnings --max-old-space-size=64 -r ./pre x.js', 'x.js'],
    ['node --import ./pre x.js', 'x.js'],
    ['node --check x.js', null],
    ['perl -w -MCGI x.pl arg', 'x.pl'],
    ['perl -I lib -i.bak x.pl', 'x.pl'],
    ['ruby -r json x.rb', 'x.rb'],
    ['php -d a=b -f x.php', 'x.php'],
    ['bun x.ts', 'x.ts'],
    ['bun run x.ts', 'x.ts'],
    ['deno run -A --allow-net=a.b x.ts', 'x.ts'],
  ])('%s runs %s', (line, script) => {
    expect(findScript(toArgv(line))?.script ?? null).toBe(script);
  });

  it.each([
    ...['sh', 'sh -c x.sh', 'bash -ec x.sh', 'sh -s x', 'sh -', 'bash -oe pipefail x.sh', 'bash --unknown x'],
    ...['python3 -', 'python3 -m x', 'python3 -c x', 'python3 -Bc x', 'python3 --version'],
    ...[
      'node -e x',
      'node --eval x',
      'node --eval=x',
      'node -p x',
      'node -pe x',
      'node -',
      'node inspect x.js',
    ],
    ...['node --unknown-option x.js', 'perl -ne x', 'perl -lane x', 'ruby -e x', 'php -r x', 'php -S a:1'],
    ...['deno run https://x/y.ts', 'deno run npm:x', 'deno test x.ts', 'bun test x', 'bun run build'],
    ...['python3 /dev/stdin', 'jq x.jq', 'pythonista x.py'],
  ])('%s has no script that can be told', (line) => {
    expect(findScript(toArgv(line))).toBeNull();
  });

  it('knows which suffixes node adds', () => {
    expect(findScript(['/usr/bin/node', 'x'])?.suffixes).toContain('.js');
    expect(findScript(['/bin/sh', 'x'])?.suffixes).toEqual([]);
  });
});

function toArgv(line: string): [string, ...string[]] {
  const [program, ...words] = line.split(' ') as [string, ...string[]];
  return [`/usr/bin/${program}`, ...words];
}
