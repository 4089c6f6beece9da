/**
 * Measures the bundled guards on commands that other people wrote, and writes `hooks/QUALITY.md`: `npm run quality`.
 *
 * `--sources DIR` uses git directories that are there (OWNER+NAME), `--peers DIR` also runs the peers that are installed there,
 * `--hooks DIR` measures the guards of another checkout, `--output FILE` writes the page elsewhere, and `--baseline` keeps the
 * figures for later pages to compare with.
 */
import { spawn } from 'node:child_process';
import path from 'node:path';

// The streams of a hook are pipes, and what `/dev/stderr` is decides about a write to it: so are those of this process.
const child = spawn(
  process.execPath,
  [path.join(import.meta.dirname, 'measure-guards.mjs'), ...process.argv.slice(2)],
  { stdio: 'pipe' },
);
child.stdin.end();
child.stdout.pipe(process.stdout);
child.stderr.pipe(process.stderr);
child.on('close', (code) => {
  process.exitCode = code ?? 1;
});
