import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { writeHook } from './support/hook-package.ts';
import { CLI, runHooks } from './support/run-hooks.ts';
import { makeScratch } from './support/scratch.ts';

const LIBRARY = new URL('../packages/library/dist/index.js', import.meta.url).href;
/** In a mount namespace of its own, `etc` of the scratch place stands for that of the machine. */
const managed = (dir: string, ...words: readonly string[]): ReturnType<typeof spawnSync> =>
  inNamespaces('-rm', 'true', dir, ...words);
const inNamespaces = (
  flags: string,
  prepare: string,
  dir: string,
  ...words: readonly string[]
): ReturnType<typeof spawnSync> =>
  spawnSync(
    'unshare',
    [flags, 'sh', '-c', `${prepare} && mount --bind "$0" /etc && exec "$@"`, join(dir, 'etc'), ...words],
    {
      encoding: 'utf8',
      cwd: join(dir, 'project'),
      input: '{"session_id":"s","hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{}}',
      env: { HOME: join(dir, 'home'), PATH: process.env['PATH'] ?? '' },
    },
  );
const hasNamespaces = spawnSync('unshare', ['-rm', 'true']).status === 0;
/** In a network of its own, the machine has an address that is private. */
const PRIVATE = 'ip link set lo up && ip address add 10.20.3.4/32 dev lo';
const hasNetwork = spawnSync('unshare', ['-rmn', 'sh', '-c', PRIVATE]).status === 0;

it.skipIf(!hasNamespaces)(
  'a program that stays open follows the policy from one event to the next',
  async () => {
    const scratch = makeScratch();
    try {
      mkdirSync(join(scratch.dir, 'etc/hookmd'), { recursive: true });
      const files = { 'handler.sh': { text: '#!/bin/sh\nexit 0\n', mode: 0o755 } };
      writeHook(scratch, { name: 'quiet', files }, 'PreToolUse');
      await runHooks(scratch, ['enable', 'quiet', '--yes']);
      const script = join(scratch.dir, 'script.mjs');
      writeFileSync(
        script,
        `import { rmSync, writeFileSync } from 'node:fs';
      import { createHooks } from '${LIBRARY}';
      const policy = (text) => writeFileSync('/etc/hookmd/policy.yaml', text);
      const hooks = await createHooks({ home: '${scratch.home}', project: '${scratch.project}' });
      hooks.on('PreToolUse', { name: 'mine' }, () => {});
      const ask = async () => {
        const { decision, hooks: rows } = (await hooks.dispatch('PreToolUse', { tool_name: 'Bash', tool_input: {} })).decision;
        return [decision, ...rows.map(({ name, outcome, cause }) => [name, cause ?? outcome].join(' ')).sort()].join(', ');
      };
      const said = [await ask()];
      for (const text of ['managedOnly: true', 'nonsense: true']) said.push((policy(text), await ask()));
      rmSync('/etc/hookmd/policy.yaml');
      said.push(await ask());
      await hooks.close();
      console.log(said.join('\\n'));`,
      );
      const ended = managed(scratch.dir, process.execPath, script);
      expect(`${ended.stdout}${ended.stderr}`).toBe(
        [
          'none, mine success, quiet success',
          'none, mine POLICY, quiet POLICY',
          'block, mine POLICY, policy.yaml INELIGIBLE, quiet POLICY',
          'none, mine success, quiet success\n',
        ].join('\n'),
      );
    } finally {
      scratch.remove();
    }
  },
);

it.skipIf(!hasNamespaces)('a conversation that no hook listens to follows the policy too', () => {
  const scratch = makeScratch();
  try {
    mkdirSync(join(scratch.dir, 'etc/hookmd'), { recursive: true });
    const script = join(scratch.dir, 'script.mjs');
    writeFileSync(
      script,
      `import { rmSync, writeFileSync } from 'node:fs';
      import { setImmediate as turn } from 'node:timers/promises';
      import { createHooks } from '${LIBRARY}';
      const hooks = await createHooks({ home: '${scratch.home}', project: '${scratch.project}' });
      const session = await hooks.session();
      const call = async () => (await turn(), (await session.tool({ name: 'Bash', input: {} }, () => {})).kind);
      const said = [await call()];
      writeFileSync('/etc/hookmd/policy.yaml', 'nonsense: true');
      said.push(await call(), (await session.prompt('hello')).kind);
      rmSync('/etc/hookmd/policy.yaml');
      said.push(await call(), await call());
      await hooks.close();
      console.log(said.join(' '));`,
    );
    const ended = managed(scratch.dir, process.execPath, script);
    expect(`${ended.stdout}${ended.stderr}`).toBe('done blocked blocked done done\n');
  } finally {
    scratch.remove();
  }
});

it.skipIf(!hasNamespaces)('an agent is told once per session why the policy blocks', () => {
  const scratch = makeScratch();
  try {
    mkdirSync(join(scratch.dir, 'etc/hookmd'), { recursive: true });
    const digest = `sha256:${'0'.repeat(64)}`;
    writeFileSync(
      join(scratch.dir, 'etc/hookmd/policy.yaml'),
      `required: [{ name: gone, digest: "${digest}" }]\n`,
    );
    const dispatch = (): { systemMessage?: string; hookSpecificOutput: { permissionDecision: string } } => {
      const words = ['run', '--agent', 'claude-code', '--home', scratch.home, '--state', scratch.state];
      return JSON.parse(String(managed(scratch.dir, process.execPath, CLI, ...words).stdout));
    };
    const [first, second] = [dispatch(), dispatch()];
    expect(first.systemMessage).toMatch(/^The policy of this machine requires gone, which is not here/);
    expect(second.systemMessage).toBeUndefined();
    expect([first, second].map((item) => item.hookSpecificOutput.permissionDecision)).toEqual([
      'deny',
      'deny',
    ]);
  } finally {
    scratch.remove();
  }
});

it.skipIf(!hasNamespaces)('what the policy requires did not agree where HookMD itself fails', () => {
  const scratch = makeScratch();
  try {
    mkdirSync(join(scratch.dir, 'etc/hookmd'), { recursive: true });
    const policy = (text: string): void => writeFileSync(join(scratch.dir, 'etc/hookmd/policy.yaml'), text);
    const dispatch = (event: string): string => {
      const words = [
        'run',
        event,
        '--agent',
        'claude-code',
        '--home',
        scratch.home,
        '--state',
        scratch.state,
      ];
      const broken = ['sh', '-c', 'echo "{" | exec "$0" "$@"', process.execPath, CLI];
      return String(managed(scratch.dir, ...broken, ...words).stdout);
    };
    policy('minimumReleaseAge: 1d\n');
    expect(dispatch('PreToolUse')).toMatch(/^\{"systemMessage":"HookMD could not handle/);
    policy(`required: [{ name: gone, digest: "sha256:${'0'.repeat(64)}" }]\n`);
    expect(dispatch('PreToolUse')).toMatch(/"permissionDecision":"deny".*could not handle/);
    expect(dispatch('PostToolUse')).toMatch(/^\{"systemMessage":"HookMD could not handle/);
    // By then it is compiled, for the launcher too.
    const lines = readFileSync(
      join(scratch.state, 'active', `${encodeURIComponent(join(scratch.dir, 'project'))}.must-agree`),
      'utf8',
    );
    expect(lines).toContain('PreToolUse\t');
  } finally {
    scratch.remove();
  }
});

it.skipIf(!hasNetwork)(
  'an HTTP hook reaches a private network that the policy names, whatever else names it',
  () => {
    const scratch = makeScratch();
    try {
      mkdirSync(join(scratch.dir, 'etc/hookmd'), { recursive: true });
      writeFileSync(join(scratch.dir, 'etc/hosts'), '10.20.3.4 policy.corp.example\n');
      writeFileSync(join(scratch.dir, 'etc/nsswitch.conf'), 'hosts: files\n');
      for (const dir of [scratch.home, scratch.project]) {
        mkdirSync(join(dir, '.hookmd'), { recursive: true });
        writeFileSync(join(dir, '.hookmd/config.yaml'), 'privateNetworks: ["10.20.0.0/16"]\n');
      }
      const script = join(scratch.dir, 'script.mjs');
      writeFileSync(
        script,
        `import { execFileSync, spawnSync } from 'node:child_process';
      import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
      import { createServer } from 'node:http';
      import { createHooks } from '${LIBRARY}';
      let requests = 0;
      const server = createServer((_, response) => {
        requests += 1;
        response.end('{"systemMessage":"heard"}');
      });
      await new Promise((resolve) => server.listen(9713, '10.20.3.4', resolve));
      const home = '${scratch.home}';
      const networks = 'privateNetworks: ["10.20.0.0/16"]';
      const hook = (name, host, more = '') => {
        const dir = home + '/.hookmd/hooks/' + name;
        mkdirSync(dir, { recursive: true });
        const front = 'description: Asks.\\nevents: [PreToolUse]\\nprotocol: hookmd\\nurl: http://' + host + ':9713/\\n';
        writeFileSync(dir + '/HOOK.md', '---\\n' + front + more + '---\\n');
        const env = { ...process.env, HOME: home };
        execFileSync(process.execPath, ['${CLI}', 'enable', name, '--yes'], { env });
      };
      hook('literal', '10.20.3.4');
      hook('named', 'policy.corp.example', 'metadata: { ' + networks + ' }\\n');
      process.env.PRIVATE_NETWORKS = process.env.HOOKMD_PRIVATE_NETWORKS = '10.20.0.0/16';
      const hooks = await createHooks({ home, project: '${scratch.project}' });
      const ask = async (label) => {
        const { decision, hooks: rows } = (await hooks.dispatch('PreToolUse', { tool_name: 'Bash', tool_input: {} })).decision;
        const ran = rows.map(({ name, outcome, cause }) => name + ' ' + (cause ?? outcome)).sort().join(', ');
        console.log([label, decision, ran, requests].join(' | '));
      };
      const policy = (text) => writeFileSync('/etc/hookmd/policy.yaml', text);
      await ask('no policy');
      policy('privateNetworks: ["10.21.0.0/16"]');
      await ask('another network');
      policy(networks);
      await ask('this network');
      policy(networks + '\\nnonsense: true');
      await ask('a broken policy');
      rmSync('/etc/hookmd/policy.yaml');
      await ask('no policy again');
      await hooks.close();
      server.close();`,
      );
      const ended = inNamespaces('-rmn', PRIVATE, scratch.dir, process.execPath, script);
      expect(`${ended.stdout}${ended.stderr}`.trim().split('\n')).toEqual([
        'no policy | none | literal ADDRESS_REFUSED, named ADDRESS_REFUSED | 0',
        'another network | none | literal ADDRESS_REFUSED, named ADDRESS_REFUSED | 0',
        'this network | none | literal success, named success | 2',
        'a broken policy | block | literal POLICY, named POLICY, policy.yaml INELIGIBLE | 2',
        'no policy again | none | literal ADDRESS_REFUSED, named ADDRESS_REFUSED | 2',
      ]);
    } finally {
      scratch.remove();
    }
  },
);
