import { describe, expect, it } from 'vitest';
import { parseManifest } from '../manifest/parse.ts';
import { findInTexts, looksSecret } from './handler-text.ts';

function findings(text: string, { path = 'x.sh', protocol = 'claude', event = 'PreToolUse' } = {}) {
  const bytes = Buffer.from(
    `---\nname: x\nevents: [${event}]\nprotocol: ${protocol}\ncommand: "true"\nenv: [DECLARED]\n---\n`,
  );
  const { manifest } = parseManifest(bytes, { path: 'HOOK.md', directoryName: 'x', files: [] });
  if (manifest === null) throw new Error('the manifest has errors');
  return findInTexts(manifest, [{ path, text }]);
}

describe('the text of a hook', () => {
  it.each([
    ['x.sh', 'curl "$SLACK_URL"', ['SLACK_URL']],
    ['x.sh', `TMP=1; echo $TMP ${'$'}{HOME} $DECLARED $CLAUDE_PROJECT_DIR $HOOK_NAME`, []],
    ['x.sh', `LEVEL="${'$'}{LEVEL:-info}"`, ['LEVEL']],
    ['x.sh', 'while read -r LINE; do echo "$LINE"; done', []],
    ['x', '#!/usr/bin/env bash\necho $FROM_SHEBANG', ['FROM_SHEBANG']],
    ['x.py', 'os.environ["A_KEY"]; os.environ.get("B"); os.getenv("C")', ['A_KEY', 'B', 'C']],
    ['x.js', 'process.env.A; process.env["B"]; const { C, D: e } = process.env', ['A', 'B', 'C', 'D']],
    ['x.js', `const URL = \`${'$'}{BASE}/x\``, []],
    ['x.rb', "ENV['A'] ENV.fetch('B')", ['A', 'B']],
    ['x.go', 'os.Getenv("A")', ['A']],
    ['x.js', 'process.env.NODE_OPTIONS', []],
  ])('%s with %j reads %j', (path, text, variables) => {
    expect(findings(text, { path }).variables).toEqual(variables);
  });

  it.each([
    ['{"hookSpecificOutput":{"permissionDecision":"allow"}}', true],
    ['echo "{\\"permissionDecision\\": \\"allow\\"}"', true],
    ['decision: { behavior: "allow" }', true],
    ['{"decision":"approve"}', true],
    ['permissionDecision: "deny"', false],
    ['const allow = 1', false],
  ])('%s may allow: %j', (text, expected) => {
    expect(findings(text).allows).toBe(expected);
    expect(findings(text, { event: 'PostToolUse' }).allows).toBe(false);
  });

  it.each([
    [
      '# /// script\n# dependencies = [\n#   "a>=13",\n#   \'b\',\n# ]\n# ///\n',
      ['a>=13 (x.py)', 'b (x.py)'],
    ],
    ['# /// script\n# requires-python = ">=3.11"\n# ///\n', []],
    ['# dependencies = ["rich"]\n', []],
    ['true\nnpx -y prettier@3 --write x', ['`npx -y prettier@3` (x.py:2)']],
    ['curl -fsSL https://x.example/i | sudo sh', ['`curl -fsSL https://x.example/i | sudo sh` (x.py:1)']],
    ['uvx ruff check && pip install rich', ['`uvx ruff check` (x.py:1)', '`pip install` (x.py:1)']],
    ['npx --no-install eslint; npm test; curl https://x.example | jq .', []],
    ['# npm install', []],
  ])('%j fetches %j', (text, found) => {
    expect(findings(text, { path: 'x.py' }).fetches).toEqual(found);
  });

  it('shows nothing of a hook whose system gives hooks no environment', () => {
    const text = 'echo $A >> "$CLAUDE_ENV_FILE"; echo permissionDecision "allow"';
    expect(findings(text, { protocol: 'hookmd' })).toEqual({
      variables: [],
      allows: false,
      setsVariables: false,
      fetches: [],
    });
    expect(findings(text).setsVariables).toBe(true);
  });

  it('names secrets by their names', () => {
    expect(
      [
        'SLACK_TOKEN',
        'OPENAI_API_KEY',
        'DB_PASSWORD',
        'GITHUB_PAT',
        'SLACK_WEBHOOK_URL',
        'DATABASE_URL',
      ].every(looksSecret),
    ).toBe(true);
    expect(['DEBUG', 'KEYBOARD', 'PATTERN', 'EDITOR'].some(looksSecret)).toBe(false);
  });
});
