import { appendFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readInventory } from '@hookmd/core/registry';
import type { Places } from '@hookmd/core/system';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeTestBed } from './test-bed.ts';

let dir: string;
beforeEach(() => {
  dir = realpathSync(mkdtempSync(join(tmpdir(), 'hookmd-bed-')));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

test('a package is tested as it was chosen, not as somebody changed it since', async () => {
  const places: Places = {
    home: dir,
    userDir: join(dir, 'user'),
    stateDir: join(dir, 'state'),
    projectDir: join(dir, 'project'),
    managedDir: join(dir, 'managed'),
    bundledDir: null,
    searched: null,
    sessionRoots: [],
    sessionSettings: [],
    skills: [],
  };
  const directory = join(places.projectDir, '.hookmd/hooks/ours');
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, 'HOOK.md'), '---\nevents: [Stop]\ncommand: sh ./handler.sh\n---\n');
  writeFileSync(join(directory, 'handler.sh'), 'exit 0\n');
  const environment = { PATH: process.env['PATH'] };
  const [status] = (await readInventory(places, environment)).statuses;
  if (status === undefined) throw new Error('no package was found');
  await makeTestBed(join(dir, 'first'), status.record, {}, environment);
  appendFileSync(join(directory, 'handler.sh'), 'exit 2\n');
  const bed = makeTestBed(join(dir, 'second'), status.record, {}, environment);
  await expect(bed).rejects.toMatchObject({ code: 'DIGEST_MISMATCH' });
});
