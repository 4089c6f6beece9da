/**
 * Builds everything that is published: `node scripts/build.mjs`; with `--cli`, only the command line and what it contains.
 *
 * The libraries are emitted by tsc (ESM and types), the command line is bundled by esbuild (CommonJS, which
 * starts sooner). Types are not checked here: `npm run types` does that, so that a half-written type
 * never keeps anybody from running a test.
 *
 * Each `dist` is built elsewhere and swapped in at the end: a build that fails leaves the old one as it was.
 */
import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { bundleCli } from './bundle-cli.mjs';
import { bundleHooks } from './bundle-hooks.mjs';
import { generateHookFiles } from './generate-hook-files.mjs';

const root = path.dirname(import.meta.dirname);
process.chdir(root);
const folders = process.argv.includes('--cli')
  ? ['core', 'hook-sdk', 'cli']
  : readdirSync('packages').filter((folder) => existsSync(`packages/${folder}/package.json`));
const libraries = folders.filter((folder) => folder !== 'cli' && !isPrivate(folder));
const typescript = path.dirname(createRequire(import.meta.url).resolve('typescript/package.json'));
const scratch = `node_modules/.hookmd/build-${process.pid}`;
const next = (folder) => `${scratch}/${folder}`;

try {
  await generateHookFiles();
  await all([...libraries.map(emitLibrary), bundleCli({ outdir: next('cli') })]);
  await inlineCoreTypes();
  await copySdk();
  await bundleHooks({
    to: `${next('cli')}/bundled-hooks`,
    sdk: next('hook-sdk'),
    runtime: `${next('cli')}/sdk`,
  });
  for (const folder of [...libraries, 'cli']) await swapIn(folder);
} catch (error) {
  console.error(describe(error));
  process.exitCode = 1;
} finally {
  await rm(scratch, { recursive: true, force: true });
}

/** Part of the command line, which has no build of its own. */
function isPrivate(folder) {
  return JSON.parse(readFileSync(`packages/${folder}/package.json`, 'utf8')).private === true;
}

/** Waits for every one, also after a failure, so that nothing writes any more once this returns. */
async function all(promises) {
  const results = await Promise.allSettled(promises);
  const failures = results.filter(({ status }) => status === 'rejected').map(({ reason }) => reason);
  if (failures.length > 0) throw new AggregateError(failures, failures.map(describe).join('\n'));
}

/** What tsc printed, or the message; esbuild has printed its own. */
function describe(error) {
  if (error instanceof AggregateError) return error.message;
  return error.stdout || (Array.isArray(error.errors) ? 'The bundles were not built.' : error.stack);
}

async function emitLibrary(folder) {
  const unchecked = ['--noCheck', '--isolatedDeclarations', 'false'];
  await promisify(execFile)(process.execPath, [
    path.join(typescript, 'bin', 'tsc'),
    '-p',
    `packages/${folder}`,
    '--outDir',
    next(folder),
    ...unchecked,
  ]);
}

/**
 * The SDK depends on nothing, and yet its types speak of events: it carries the declarations of core that it names.
 */
async function inlineCoreTypes() {
  const sdk = next('hook-sdk');
  const specifier = /^(?!\s*(?:\/?\*|\/\/))(.*)(['"])@hookmd\/core(?:\/([^'"]+))?\2/gm;

  for (const file of await readdir(sdk, { recursive: true })) {
    if (!/\.(js|d\.ts)$/.test(file)) continue;
    const text = await readFile(path.join(sdk, file), 'utf8');
    if (text.search(specifier) < 0) continue;
    if (file.endsWith('.js')) {
      throw new Error(`packages/hook-sdk/dist/${file} imports @hookmd/core at run time: import types only.`);
    }
    const named = [];
    const rewritten = text.replace(specifier, (_, before, quote, subpath = 'index') => {
      const declared = subpath === 'events' ? 'exports/events' : subpath.replace(/^internal\//, '');
      named.push(`${declared}.d.ts`);
      const target = path.relative(path.dirname(file), `core/${declared}.js`);
      return `${before}${quote}${target.startsWith('.') ? target : `./${target}`}${quote}`;
    });
    for (const declaration of named) await copyDeclaration(declaration, `${sdk}/core`);
    await writeFile(path.join(sdk, file), rewritten);
  }
}

/** The SDK of handlers, with its types for editors: the command line contains it, without what is for tests and tools. */
async function copySdk() {
  const sdk = next('hook-sdk');
  const apart = ['build', 'testing', 'testing.js', 'testing.d.ts'].map((name) => path.join(sdk, name));
  await cp(sdk, `${next('cli')}/sdk`, {
    recursive: true,
    filter: async (source) =>
      !apart.includes(source) && ((await stat(source)).isDirectory() || /\.(?:js|d\.ts)$/.test(source)),
  });
}

/** Copies one of core's declaration files and all that it imports. */
async function copyDeclaration(file, folder) {
  const target = path.join(folder, file);
  if (existsSync(target)) return;
  const text = await readFile(path.join(next('core'), file), 'utf8');
  await mkdir(path.dirname(target), { recursive: true });
  await writeFile(target, text);
  for (const [, relative] of text.matchAll(/(?:from|import\()\s*['"](\.[^'"]+)['"]/g)) {
    await copyDeclaration(path.join(path.dirname(file), relative.replace(/\.[jt]s$/, '.d.ts')), folder);
  }
}

async function swapIn(folder) {
  const dist = `packages/${folder}/dist`;
  const old = `${scratch}/old-${folder}`;
  if (existsSync(dist)) await rename(dist, old);
  await rename(next(folder), dist);
  await rm(old, { recursive: true, force: true });
}
