/** What a figure depends on: the machine (never its name), and the versions of all that was compared. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { arch, availableParallelism, cpus, loadavg, release, totalmem, type } from 'node:os';
import path from 'node:path';

const compared = ['hookable', 'lefthook', 'picomatch'];

export function machineFacts() {
  const memory = Math.round(totalmem() / 2 ** 30);
  return `Machine: ${availableParallelism()} × ${cpus()[0]?.model ?? 'unknown CPU'}, ${memory} GB, ${type()} ${release().split('-')[0]} ${arch()}; load ${loadavg()[1].toFixed(1)} (five minutes, this run included)`;
}

export function versionFacts() {
  const libraries = compared.map((name) => `${name} ${versionOf(name)}`);
  return `Versions: Node ${process.versions.node} (V8 ${process.versions.v8}, libuv ${process.versions.uv}), ${libraries.join(', ')}`;
}

/** Not by `require`: some export no package.json. */
function versionOf(name) {
  const require = createRequire(import.meta.url);
  for (const folder of require.resolve.paths(name) ?? []) {
    try {
      return JSON.parse(readFileSync(path.join(folder, name, 'package.json'), 'utf8')).version;
    } catch {
      // It is in one of the folders above.
    }
  }
  return 'not installed';
}
