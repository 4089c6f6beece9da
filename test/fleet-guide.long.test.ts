import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join, normalize } from 'node:path';
import { text as readAll } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startNats } from './support/nats-server.mjs';
import { makeScratch } from './support/scratch.ts';
import { asPattern, commandsOf } from './support/shown-output.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const page = readFileSync(join(root, 'docs/fleet/from-one-machine-to-a-thousand.md'), 'utf8');
const scratch = makeScratch();
const MARK = '=== end of a command ===';
let nats: Awaited<ReturnType<typeof startNats>>;
const files = createServer((request, response) => {
  try {
    response.end(readFileSync(join(scratch.home, 'fleet/repository', normalize(`/${request.url}`))));
  } catch {
    response.writeHead(404).end();
  }
});

beforeAll(async () => {
  nats = await startNats(scratch.dir);
  await new Promise<void>((resolve) => files.listen(0, '127.0.0.1', resolve));
}, 150_000);

afterAll(async () => {
  files.close();
  await nats?.stop();
  scratch.remove();
});

/** A file of the page, written when its turn comes, or a command. */
function scriptOf(): {
  readonly script: string;
  readonly shown: readonly { command: string; output: string }[];
} {
  const { port } = files.address() as AddressInfo;
  const here = page
    .replaceAll('http://127.0.0.1:8080', `http://127.0.0.1:${port}`)
    .replaceAll('nats://127.0.0.1:4222', nats.url);
  const found = here.matchAll(/(?:^`~\/([^`\n]+)`:\n\n)?^```(\w+)\n([\s\S]*?)^```$/gm);
  const shown: { command: string; output: string }[] = [];
  const lines = [...found].flatMap(([, file, language, body = ''], index) => {
    if (file !== undefined) {
      const copy = join(scratch.dir, `file-${index}`);
      writeFileSync(copy, body);
      return [`mkdir -p "$(dirname ~/'${file}')"; cp '${copy}' ~/'${file}'`];
    }
    const commands = language === 'console' ? commandsOf(body) : [];
    shown.push(...commands);
    return commands.map(({ command }) => `${command.replace(/^sudo /, '')}\necho '${MARK}'`);
  });
  return { script: lines.join('\n'), shown };
}

/** In a mount namespace of its own, `etc` of the scratch place stands for that of the machine. */
async function play(script: string): Promise<readonly string[]> {
  const etc = join(scratch.dir, 'etc');
  const bin = join(scratch.dir, 'bin');
  for (const path of [etc, bin]) mkdirSync(path);
  writeFileSync(join(etc, 'machine-id'), '0123456789abcdef0123456789abcdef\n');
  const program = (name: string, file: string): void => {
    writeFileSync(join(bin, name), `#!/bin/sh\nexec '${process.execPath}' '${join(root, file)}' "$@"\n`);
    chmodSync(join(bin, name), 0o755);
  };
  program('hooks', 'packages/cli/dist/hooks.cjs');
  writeFileSync(
    join(scratch.dir, 'play.sh'),
    `mount --bind '${etc}' /etc\ncd '${scratch.project}'\n${script}\n`,
  );
  const fleet = join(root, 'packages/fleet/dist/hooks-fleet.js');
  chmodSync(fleet, 0o755);
  symlinkSync(fleet, join(bin, 'hooks-fleet'));
  const child = spawn('unshare', ['-m', 'bash', join(scratch.dir, 'play.sh')], {
    env: { HOME: scratch.home, PATH: `${bin}:${dirname(process.execPath)}:/usr/bin:/bin`, LANG: 'C.UTF-8' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return (await readAll(child.stdout)).split(`${MARK}\n`).map((output) => output.trimEnd());
}

describe('the guide for fleets', () => {
  it('shows what its commands print', { timeout: 120_000 }, async () => {
    const { script, shown } = scriptOf();
    const outputs = await play(script);
    for (const [index, { command, output }] of shown.entries())
      expect.soft(outputs[index], command).toMatch(asPattern(output.replaceAll('~', scratch.home)));
  });
});
