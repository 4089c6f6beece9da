import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const CACHE = fileURLToPath(new URL('../../node_modules/.cache/bubblewrap', import.meta.url));
const USUAL = ['/usr/bin', '/usr/local/bin', '/bin'];
const PROBE = ['--unshare-all', '--unshare-user', '--disable-userns', '--ro-bind', '/', '/', 'true'];

/** The folder of a bubblewrap that works here; null = there is none. */
export function bubblewrapFolder(): string | null {
  const directory =
    [...USUAL, join(CACHE, 'usr/bin')].find((name) => existsSync(join(name, 'bwrap'))) ?? fetched();
  if (directory === null) return null;
  return spawnSync(join(directory, 'bwrap'), PROBE).status === 0 ? directory : null;
}

/** Debian's package, unpacked below node_modules once: nothing is installed. It only counts where root unpacked it. */
function fetched(): string | null {
  if (process.getuid?.() !== 0) return null;
  mkdirSync(join(CACHE, '..'), { recursive: true });
  const stage = mkdtempSync(`${CACHE}-`);
  try {
    spawnSync('apt-get', ['download', 'bubblewrap'], { cwd: stage, timeout: 60_000 });
    const file = readdirSync(stage).find((name) => name.endsWith('.deb'));
    if (file === undefined) return null;
    const tree = join(stage, 'tree');
    if (spawnSync('dpkg', ['-x', join(stage, file), tree]).status !== 0) return null;
    if (!existsSync(CACHE)) renameSync(tree, CACHE);
  } catch {
    // Another test was first.
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
  const directory = join(CACHE, 'usr/bin');
  return existsSync(join(directory, 'bwrap')) ? directory : null;
}

/** Puts it at the end of the PATH that tests give their commands; false where there is none. */
export function offerBubblewrap(): boolean {
  const directory = bubblewrapFolder();
  if (directory === null) return false;
  const path = process.env.PATH ?? '/usr/bin:/bin';
  if (!path.split(':').includes(directory)) process.env.PATH = `${path}:${directory}`;
  return true;
}
