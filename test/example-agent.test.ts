import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const folder = join(import.meta.dirname, '../examples/agent');

describe('examples/agent', () => {
  const { stdout, stderr, status } = spawnSync(process.execPath, ['run.mjs'], {
    cwd: folder,
    // No gateway and no key: the script answers.
    env: { PATH: process.env['PATH'], LANG: 'C.UTF-8' },
    encoding: 'utf8',
    timeout: 120_000,
  });
  const between = (from: string, to: string): string => stdout.split(from)[1]?.split(to)[0] ?? '';

  it('comes to its end', () => {
    expect(stderr).toBe('');
    expect(status).toBe(0);
  });

  it('is stopped when it tries something destructive, and goes on', () => {
    expect(between('call    Bash {"command":"rm -rf .."}', 'call    Read')).toMatch(
      /Not done, because a hook blocked it: recursive delete/,
    );
  });

  it('never reads its secret', () => {
    expect(between('call    Read', 'agent ')).toMatch(/TOKEN=\[redacted:github-token\]\n +REGION=eu-1/);
    expect(stdout).not.toContain('ghp_');
  });

  it('is sent back to finish', () => {
    expect(between('a region. Done.', 'call    Write')).toContain(
      'hooks   Write what you found to NOTES.md.',
    );
    expect(stdout).toContain('Wrote NOTES.md');
  });

  it('has its context compacted when that is full', () => {
    expect(stdout).toContain('(The context is full: a summary replaces 9 messages.)');
    expect(stdout).toMatch(/at the end, 2 messages:\n {2}user +Summary of 9 messages/);
  });

  it('can be asked afterwards what happened', () => {
    expect(stdout).toMatch(/\$ hooks trace \w{8}\n\w{8} {2}PreToolUse.*blocked/);
    expect(stdout).toMatch(/block-dangerous .*blocked/);
  });
});
