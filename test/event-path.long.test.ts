import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const MAX_FILES = 60;
const MAX_FRAMES = 12;

/** What `npm run trace-event -- --json` prints. */
interface Trace {
  readonly files: readonly string[];
  readonly frames: readonly { readonly name: string; readonly source: string }[];
}

describe('one event with one hook in sh', () => {
  let trace: Trace;
  beforeAll(() => {
    const script = join(root, 'scripts/trace-event.mjs');
    trace = JSON.parse(execFileSync(process.execPath, [script, '--json'], { cwd: root, encoding: 'utf8' }));
  }, 120_000);

  it(`executes named functions in at most ${MAX_FILES} files`, () => {
    expect(trace.files).toContain('packages/core/src/dispatch/dispatch.ts');
    expect(trace.files.slice(MAX_FILES)).toEqual([]);
  });

  it(`starts its handler at most ${MAX_FRAMES} frames deep, with no two functions of one name`, () => {
    const names = trace.frames.map(({ name }) => name);
    expect(names).toContain('invokeHook');
    expect(names.slice(MAX_FRAMES)).toEqual([]);
    expect(names).toEqual([...new Set(names)]);
  });
});
