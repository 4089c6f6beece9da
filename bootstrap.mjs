/**
 * Makes a clone ready, then runs a command: `node bootstrap.mjs [--no-build | --cli] [command …]`.
 * The scripts of package.json start with it, so that a bare clone needs Node and npm only.
 * With `--cli` a fresh clone gets the command line and what builds it, without the tools of the tests.
 *
 * Ready means: what the lock file lists is installed, and `dist` is built from the sources as they are.
 * Both are remembered as a hash in `node_modules`, so a second run says nothing and starts at once.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`hookmd needs Node 20.19 or newer; this is ${process.version}.`);
  process.exit(2);
}

const root = path.dirname(fileURLToPath(import.meta.url));
process.chdir(root);
const packages = readdirSync('packages')
  .map((name) => `packages/${name}`)
  .filter((folder) => existsSync(`${folder}/package.json`));
const { packageManager } = JSON.parse(readFileSync('package.json', 'utf8'));

// What an agent sets in the programs it starts: `hooks` refuses to approve anything under an agent.
const { HOOK_DEPTH, CLAUDECODE, ...env } = process.env;
const programs = ['node_modules/.bin', 'test/node_modules/.bin', 'docs/node_modules/.bin'].map((folder) =>
  path.join(root, folder),
);
env.PATH = [...programs, env.PATH].join(path.delimiter);

const option = ['--no-build', '--cli'].find((word) => word === process.argv[2]);
const command = process.argv.slice(option === undefined ? 2 : 3);
const onlyCli = option === '--cli';

await once('install', {
  says: `Installing dependencies with ${packageManager}`,
  inputs: [
    'pnpm-lock.yaml',
    'pnpm-workspace.yaml',
    ...['.', 'scripts', 'test', 'bench', 'docs', ...packages].map((folder) => `${folder}/package.json`),
  ],
  outputs: ['node_modules'],
  // `--prod=false`: NODE_ENV=production must not leave out the tools.
  run: [
    'npx',
    '--yes',
    packageManager,
    'install',
    ...(onlyCli ? ['--filter=@hookmd/scripts', '--filter=hookmd...'] : []),
    '--frozen-lockfile',
    '--prefer-offline',
    '--prod=false',
    '--config.confirmModulesPurge=false',
    '--reporter=append-only',
  ],
  remedy: `After a change of a package.json, bring the lock file up to date: npx ${packageManager} install`,
});
if (option !== '--no-build') {
  const built = onlyCli ? ['packages/cli'] : packages;
  await once('build', {
    says: `Building ${built.length > 1 ? 'packages/*' : built}/dist`,
    inputs: [
      'pnpm-lock.yaml',
      'tsconfig.base.json',
      'scripts',
      'hooks',
      ...packages.flatMap((folder) => [`${folder}/package.json`, `${folder}/tsconfig.json`, `${folder}/src`]),
    ],
    outputs: [...built.map((folder) => `${folder}/dist`), 'hooks/protect-paths/shell.generated.mjs'],
    run: [process.execPath, 'scripts/build.mjs', ...(onlyCli ? ['--cli'] : [])],
    remedy: 'Nothing was replaced: dist is as it was before.',
  });
}
if (command.length > 0) process.exitCode = await start(command, 'inherit').status;

/**
 * Runs a step unless it ran with these very inputs before, for everything or, with `--cli`, for the command line.
 * Its output is shown if it fails or takes long.
 */
async function once(name, { says, inputs, outputs, run, remedy }) {
  const hash = hashOf(inputs);
  const full = `node_modules/.hookmd/${name}`;
  const stamp = onlyCli ? `${full}-cli` : full;
  const isDone = (file) => existsSync(file) && readFileSync(file, 'utf8') === hash;
  if (outputs.every((file) => existsSync(file)) && [full, stamp].some(isDone)) return;

  console.error(`hookmd: ${says} …`);
  rmSync(stamp, { force: true });
  const { child, status } = start(run, ['ignore', 'pipe', 'pipe']);
  let held = '';
  let isShown = false;
  const show = () => {
    isShown = true;
    process.stderr.write(held);
  };
  const timer = setTimeout(show, 15_000);
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (data) => {
      held += data;
      if (isShown) process.stderr.write(data);
    });
  }
  const code = await status;
  clearTimeout(timer);
  if (code !== 0) {
    if (!isShown) show();
    console.error(`hookmd: ${says} failed. ${remedy}`);
    process.exit(code);
  }
  mkdirSync(path.dirname(stamp), { recursive: true });
  writeFileSync(stamp, hash);
}

/** Starts a program in `env`; `status` resolves to its exit status once its output is read to the end. */
function start([program, ...args], stdio) {
  const child = spawn(program, args, { stdio, env });
  // A terminal sends Ctrl-C to the child itself, and a second one would mean more: only wait for how it ends.
  const forward = (signal) => (signal === 'SIGINT' && process.stdin.isTTY) || child.kill(signal);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, forward);
  const status = new Promise((resolve) => {
    child.on('error', (error) => {
      console.error(`hookmd: cannot start ${program}: ${error.message}`);
      resolve(127);
    });
    child.on('close', (code, signal) => resolve(code ?? 128 + constants.signals[signal]));
  }).finally(() => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.off(signal, forward);
  });
  return { child, status };
}

/** One hash over files, and over directories with all that is in them; unit tests and what the build writes are no input of it. */
function hashOf(inputs) {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}`);
  for (const input of inputs.flatMap(filesIn)) hash.update(`\0${input}\0`).update(readFileSync(input));
  return hash.digest('hex');
}

function filesIn(input) {
  if (!existsSync(input)) return [];
  if (!statSync(input).isDirectory()) return [input];
  return readdirSync(input, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test(-d)?\.ts$|\.generated\./.test(entry.name))
    .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name))
    .filter((file) => !file.includes('node_modules'))
    .sort();
}
