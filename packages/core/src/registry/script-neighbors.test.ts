// biome-ignore-all lint/suspicious/noTemplateCurlyInString: scripts of the shell
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findNeighbors } from './script-neighbors.ts';

let dir: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'hookmd-'));
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

it.each([
  ['x.sh', 'DIR="$(cd "$(dirname "$0")" && pwd)"\nLIST="$DIR/../patterns/secrets.json"', true],
  ['x.sh', '. "$(dirname "$0")/../lib.sh"', true],
  ['x.sh', 'here=${0%/*}\ncat "${here}"/..', true],
  ['x.sh', 'DIR=$(dirname "$0")\n. "$DIR/lib.sh"', false],
  ['x.sh', 'DIR=$(dirname "$0")\ncd "${CLAUDE_PROJECT_DIR:-$DIR/..}"', false],
  ['x.py', 'HERE = os.path.dirname(__file__)\nopen(os.path.join(HERE, "..", "words.txt"))', true],
  ['x.py', 'HERE = os.path.dirname(__file__)\nopen(os.path.join(HERE, "words.txt"))', false],
  ['x.mjs', 'const here = import.meta.dirname\nread(path.join(here, "../words.txt"))', true],
  ['x.mjs', 'import words from "../words.mjs"', true],
])('%s with %j looks above its directory: %s', (name, text, looksAbove) => {
  const path = join(dir, name);
  writeFileSync(path, text);
  expect(findNeighbors(path)).toMatchObject({ looksAbove });
});
