import { existsSync } from 'node:fs';
import { cp, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const HANDLER = 'handler.ts';

/**
 * Copies the bundled packages to where they ship from. A handler in TypeScript goes there as what it is built to, so that
 * enabling it builds nothing: the module and its map, the same bytes on every machine.
 *
 * `sdk` is the emitted SDK, with its builder; `runtime` the part of it that becomes part of each handler.
 */
export async function bundleHooks({ to, sdk, runtime }) {
  const { buildHandler } = await import(pathToFileURL(path.resolve(sdk, 'build/index.js')).href);
  const entries = await readdir('hooks', { withFileTypes: true });
  const problems = [];
  for (const { name } of entries.filter((entry) => entry.isDirectory())) {
    const dir = path.join('hooks', name);
    const shipped = path.join(to, name);
    await cp(dir, shipped, { recursive: true, filter: (source) => !source.endsWith('.ts') });
    if (!existsSync(path.join(dir, HANDLER))) continue;
    const result = await buildHandler({ dir, file: HANDLER, protocol: 'hookmd' }, { sdkDir: runtime });
    if (result.ok) {
      await writeFile(path.join(shipped, result.file), result.code);
      await writeFile(path.join(shipped, `${result.file}.map`), result.map);
    } else {
      problems.push(
        ...result.problems.map(({ file, line, text }) => [path.join(dir, file ?? ''), line, text]),
      );
    }
  }
  if (problems.length === 0) return;
  const lines = problems.map(([file, line, text]) => `${file}:${line ?? ''}  ${text}`);
  throw new AggregateError(problems, `A bundled handler cannot be built:\n${lines.join('\n')}`);
}
