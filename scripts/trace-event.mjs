/**
 * Prints what one event executes: `npm run trace-event`, with `--json` as data.
 *
 * Runs `hooks run PreToolUse --json` with one hook in sh under V8's coverage, on a bundle whose functions keep their names. Lists the
 * own source files in which a named function ran, and the own frames of the stack at the moment the handler is spawned.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleCli } from './bundle-cli.mjs';

const root = path.dirname(import.meta.dirname);
process.chdir(root);
const scratch = mkdtempSync(path.join(tmpdir(), 'hookmd-trace-'));
try {
  const outdir = path.join(scratch, 'cli');
  await bundleCli({ outdir, minify: false });
  for (const name of ['sdk', 'bundled-hooks'])
    cpSync(path.join(root, 'packages/cli/dist', name), path.join(outdir, name), { recursive: true });
  const scene = makeScene(outdir);
  const files = readCoverage(scene.runWithCoverage());
  const frames = readFrames(scene.runWithStack());
  print({ files, frames });
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

function makeScene(outdir) {
  const home = path.join(scratch, 'home');
  const project = path.join(scratch, 'project');
  const hook = path.join(home, '.hookmd/hooks/guard');
  mkdirSync(hook, { recursive: true });
  mkdirSync(path.join(project, '.git'), { recursive: true });
  writeFileSync(
    path.join(hook, 'HOOK.md'),
    '---\nevents: [PreToolUse]\nmatcher: Bash\ncommand: ./handler.sh\n---\n',
  );
  writeFileSync(path.join(hook, 'handler.sh'), '#!/bin/sh\nexit 0\n', { mode: 0o755 });
  const { CLAUDECODE, HOOK_DEPTH, ...environment } = process.env;
  const hooks = (words, env = {}, flags = []) => {
    const program = [
      ...flags,
      path.join(outdir, 'hooks.cjs'),
      ...words,
      '--home',
      home,
      '--project',
      project,
    ];
    const payload = JSON.stringify({ tool_name: 'Bash', tool_input: { command: 'ls' } });
    const options = { cwd: project, env: { ...environment, ...env }, input: payload, encoding: 'utf8' };
    const { status, stderr } = spawnSync(process.execPath, program, options);
    if (status !== 0) throw new Error(`hooks ${words.join(' ')} ended with ${status}: ${stderr}`);
  };
  hooks(['enable', 'guard', '--yes']);
  return {
    runWithCoverage() {
      const coverage = path.join(scratch, 'coverage');
      hooks(['run', 'PreToolUse', '--json'], { NODE_V8_COVERAGE: coverage });
      return coverage;
    },
    runWithStack() {
      const preload = path.join(scratch, 'record-stack.cjs');
      const stack = path.join(scratch, 'stack.txt');
      writeFileSync(preload, recordStack(stack));
      hooks(['run', 'PreToolUse', '--json'], {}, ['--require', preload]);
      return readFileSync(stack, 'utf8');
    },
  };
}

/** A module that writes the stack of the first `spawn` to a file. */
function recordStack(file) {
  return `const child = require('node:child_process');
const { spawn } = child;
Error.stackTraceLimit = 100;
child.spawn = (...args) => {
  require('node:fs').writeFileSync(${JSON.stringify(file)}, new Error().stack);
  child.spawn = spawn;
  return spawn(...args);
};`;
}

/** The own source files, each with its named functions that ran. */
function readCoverage(folder) {
  const files = new Map();
  for (const name of readdirSync(folder)) {
    const { result } = JSON.parse(readFileSync(path.join(folder, name), 'utf8'));
    for (const { url, functions } of result.filter((script) => script.url.startsWith('file:'))) {
      const source = readFileSync(fileURLToPath(url), 'utf8');
      const sourceAt = sourceFinder(source);
      for (const { functionName, ranges } of functions) {
        const file = functionName === '' || ranges[0].count === 0 ? null : sourceAt(ranges[0].startOffset);
        if (file?.startsWith('packages/')) files.set(file, (files.get(file) ?? new Set()).add(functionName));
      }
    }
  }
  return new Map([...files].sort());
}

/** esbuild names the source of each part in a comment on a line of its own. */
function sourceFinder(text) {
  const marks = [...text.matchAll(/^ *\/\/ ((?:packages|node_modules|scripts)\/\S+)$/gm)];
  return (offset) => marks.findLast(({ index }) => index <= offset)?.[1] ?? null;
}

function readFrames(stack) {
  const frames = [];
  for (const [, name, file, line] of stack.matchAll(
    /^ +at (?:async )?(?:(?:Object|\w+)\.)?([^ (]+) \(?(\/[^:]+\.cjs):(\d+)/gm,
  )) {
    const text = readFileSync(file, 'utf8');
    const offset = text
      .split('\n')
      .slice(0, Number(line) - 1)
      .join('\n').length;
    const source = sourceFinder(text)(offset);
    if (source?.startsWith('packages/')) frames.push({ name, source });
  }
  return frames;
}

function print({ files, frames }) {
  const functions = [...files.values()].reduce((sum, names) => sum + names.size, 0);
  if (process.argv.includes('--json')) {
    console.log(JSON.stringify({ files: [...files.keys()], functions, frames }));
    return;
  }
  for (const [file, names] of files) console.log(`${String(names.size).padStart(4)}  ${file}`);
  console.log(`${functions} named functions in ${files.size} files\n`);
  for (const { name, source } of frames) console.log(`  ${name.padEnd(24)} ${source}`);
  console.log(`${frames.length} frames at spawn`);
}
