/**
 * Prints how many lines each package has, without tests and fixtures: `npm run size`, with `--json` as data.
 * `test/guards/size.test.ts` holds each package to its budget plus 3 %, so that growth is decided on.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.dirname(import.meta.dirname);

/** Lines of formatted source. A package above its budget needs a smaller part elsewhere, or a decision record. */
const budgets = JSON.parse(readFileSync(path.join(import.meta.dirname, 'size-budgets.json'), 'utf8'));

/** @returns {{ name: string, files: number, lines: number, budget: number }[]} One row per package, then one for all of them. */
function measureSizes() {
  const files = execFileSync(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard', 'packages', 'hooks'],
    {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 1e8,
    },
  )
    .split('\0')
    .filter(isSource);
  const rows = new Map(
    Object.keys(budgets).map((name) => [name, { name, files: 0, lines: 0, budget: budgets[name] }]),
  );
  for (const file of files) {
    const name = file.startsWith('hooks/') ? 'hooks' : file.split('/')[1];
    const row = rows.get(name) ?? { name, files: 0, lines: 0, budget: 0 };
    rows.set(name, row);
    const lines = countLines(path.join(root, file));
    for (const counted of name === 'hooks' ? [row] : [row, rows.get('all packages')]) {
      counted.files += 1;
      counted.lines += lines;
    }
  }
  return [...rows.values()];
}

function isSource(file) {
  if (!/\.(ts|tsx|mts|mjs|cjs|js|c|h|sh|bash|zsh|fish|py)$/.test(file)) return false;
  return !/(\.test\.|\.test-d\.|\.fixture\.|\/fixtures?\/|\/recorded[^/]*\/|^hooks\/[^/]+\/tests\/)/.test(
    file,
  );
}

/** A file that was deleted and not yet committed counts nothing. */
function countLines(file) {
  try {
    return readFileSync(file, 'utf8').split('\n').length - 1;
  } catch {
    return 0;
  }
}

if (process.argv.includes('--json')) {
  console.log(JSON.stringify(measureSizes()));
} else {
  console.log(`${'package'.padEnd(14)}${'files'.padStart(7)}${'lines'.padStart(9)}${'budget'.padStart(9)}`);
  for (const { name, files, lines, budget } of measureSizes()) {
    const over = lines > budget ? `  +${Math.round((lines / budget - 1) * 100)} %` : '';
    const counts = [
      String(files).padStart(7),
      ...[lines, budget].map((count) => count.toLocaleString('en').padStart(9)),
    ];
    console.log(name.padEnd(14) + counts.join('') + over);
  }
}
