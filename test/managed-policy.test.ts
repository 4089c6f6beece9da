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
      const info = spawnSync(process.execPath, ['${CLI}', 'info', 'literal'], { env: { ...process.env, HOME: home } });
      console.log(/Asks .*/.exec(String(info.stdout))?.[0]);
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
        'Asks      http://10.20.3.4:9713/   (another machine, unencrypted)',
        'a broken policy | block | literal POLICY, named POLICY, policy.yaml INELIGIBLE | 2',
        'no policy again | none | literal ADDRESS_REFUSED, named ADDRESS_REFUSED | 2',
      ]);
    } finally {
      scratch.remove();
    }
  },
);

it.skipIf(!hasNamespaces)(
  'a stale release blocks where the policy says so, from the moment on at which it expires',
  async () => {
    const scratch = makeScratch();
    try {
      const etc = join(scratch.dir, 'etc/hookmd');
      mkdirSync(join(etc, 'hooks/admin'), { recursive: true });
      writeFileSync(
        join(etc, 'hooks/admin/HOOK.md'),
        '---\ndescription: Watches.\nevents: [PreToolUse]\nprotocol: hookmd\ncommand: ./handler.sh\n---\n',
      );
      writeFileSync(join(etc, 'hooks/admin/handler.sh'), '#!/bin/sh\nexit 0\n', { mode: 0o755 });
      const files = { 'handler.sh': { text: '#!/bin/sh\nexit 0\n', mode: 0o755 } };
      writeHook(scratch, { name: 'quiet', files }, 'PreToolUse');
      await runHooks(scratch, ['enable', 'quiet', '--yes']);
      const active = join(scratch.state, 'active');
      const script = join(scratch.dir, 'script.mjs');
      writeFileSync(
        script,
        `import { chmodSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
      import { createHooks } from '${LIBRARY}';
      const DAY_MS = 86_400_000;
      const clock = Date.now;
      let days = 0;
      Date.now = () => clock() + days * DAY_MS;
      const write = (name, text, mode = 0o644) => {
        writeFileSync('/etc/hookmd/new', text);
        chmodSync('/etc/hookmd/new', mode);
        renameSync('/etc/hookmd/new', '/etc/hookmd/' + name);
      };
      const policy = (onStale) =>
        write('policy.yaml', 'fleet: { releases: "https://hooks.acme.example/", onStale: ' + onStale + ' }');
      const pull = (daysLeft, mode) => {
        const expires = new Date(Date.now() + daysLeft * DAY_MS).toISOString();
        write('release.json', JSON.stringify({ schema: 'hookmd.release/1', release: 7, ring: 'all', expires, checked: '' }), mode);
      };
      const index = () => statSync('${active}/_.json').ino;
      const mustAgree = () => readFileSync('${active}/${encodeURIComponent(scratch.project)}.must-agree', 'utf8').includes('PreToolUse');
      policy('block');
      pull(1);
      const hooks = await createHooks({ home: '${scratch.home}', project: '${scratch.project}' });
      const ask = async (label) => {
        const { decision, hooks: rows } = (await hooks.dispatch('PreToolUse', { tool_name: 'Bash', tool_input: {} })).decision;
        const ran = rows.filter(({ cause }) => cause !== 'POLICY').map(({ name }) => name).sort().join(', ');
        console.log([label, decision, ran].join(' | '));
      };
      await ask('valid');
      const [before, agreed] = [index(), mustAgree()];
      days = 0.9;
      await ask('still valid');
      console.log([index() === before, agreed].join(' '));
      days = 1.1;
      await ask('expired');
      const after = index();
      await ask('expired');
      console.log([after === before, index() === after, mustAgree()].join(' '));
      pull(5);
      await ask('pulled');
      pull(5, 0o666);
      await ask('anyone can write it');
      write('release.json', '{"schema":"hookmd.release/1","release":7,"ring":"all","expires":"soon"}');
      await ask('damaged');
      rmSync('/etc/hookmd/release.json');
      await ask('missing');
      policy('warn');
      await ask('a warning');
      await hooks.close();`,
      );
      const ended = managed(scratch.dir, process.execPath, script);
      const proceeds = '| none | admin, quiet';
      const blocks = '| block | admin, policy.yaml, quiet';
      expect(`${ended.stdout}${ended.stderr}`.trim().split('\n')).toEqual([
        `valid ${proceeds}`,
        `still valid ${proceeds}`,
        'true false',
        `expired ${blocks}`,
        `expired ${blocks}`,
        'false true true',
        `pulled ${proceeds}`,
        `anyone can write it ${blocks}`,
        `damaged ${blocks}`,
        `missing ${blocks}`,
        `a warning ${proceeds}`,
      ]);
    } finally {
      scratch.remove();
    }
  },
);

it.skipIf(!hasNamespaces)('a stale release is reported with its fix', () => {
  const scratch = makeScratch();
  try {
    const etc = join(scratch.dir, 'etc/hookmd');
    mkdirSync(etc, { recursive: true });
    const hooks = (...words: readonly string[]): string => {
      const places = ['--home', scratch.home, '--state', scratch.state];
      return String(managed(scratch.dir, process.execPath, CLI, ...words, ...places).stdout);
    };
    const pull = (expires: string): void =>
      writeFileSync(
        join(etc, 'release.json'),
        JSON.stringify({ schema: 'hookmd.release/1', release: 7, ring: 'canary', expires, checked: expires }),
      );
    const run = (event: string): { systemMessage?: string } =>
      JSON.parse(hooks('run', event, '--agent', 'claude-code') || '{}');
    const fix = 'Run `sudo hooks fleet pull`, or ask the administrator.';
    const expired = 'The release of your organization expired on 2026-01-31.';
    writeFileSync(join(etc, 'policy.yaml'), 'fleet: { releases: "https://hooks.acme.example/" }\n');
    pull('2999-01-31T00:00:00Z');
    expect(run('PreToolUse').systemMessage).toBeUndefined();
    expect(hooks('status')).toMatch(
      /Release 7 of your organization, ring canary, is valid until 2999-01-31\.\n$/,
    );
    expect(hooks('doctor')).not.toMatch(/POLICY_RELEASE/);
    pull('2026-01-31T00:00:00Z');
    writeFileSync(
      join(etc, 'policy.yaml'),
      'fleet: { releases: "https://hooks.acme.example/", ring: canary }\n',
    );
    const stale = `${expired} The hooks and the settings of this machine may be out of date. ${fix}`;
    expect([run('PreToolUse').systemMessage, run('PreToolUse').systemMessage]).toEqual([stale, undefined]);
    expect(hooks('status').replaceAll(/\n(?=\S)/g, ' ')).toContain(stale);
    expect(JSON.parse(hooks('status', '--json'))).toMatchObject({
      release: { release: 7, ring: 'canary', expires: '2026-01-31T00:00:00Z', isStale: true },
    });
    expect(hooks('doctor')).toMatch(/POLICY_RELEASE_STALE {2}warning\n.*expired on 2026-01-31/);
    writeFileSync(
      join(etc, 'policy.yaml'),
      'fleet: { releases: "https://hooks.acme.example/", onStale: block }\n',
    );
    expect(run('PreToolUse')).toMatchObject({
      systemMessage: `${expired} Until this is fixed, every event that a hook could block is blocked.`,
      hookSpecificOutput: {
        permissionDecision: 'deny',
        permissionDecisionReason: expect.not.stringContaining('hooks fleet'),
      },
    });
    expect(hooks('doctor')).toMatch(/POLICY_RELEASE_BLOCKS\n/);
    // What is no business of the fleet is not read.
    writeFileSync(join(etc, 'policy.yaml'), 'minimumReleaseAge: 1d\n');
    expect([run('PreToolUse').systemMessage, hooks('status')].join()).not.toMatch(/elease/);
  } finally {
    scratch.remove();
  }
});
