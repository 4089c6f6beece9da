import { managedPackage } from './managed-package.ts';
import type { Row } from './row.ts';

/** A bare executable of this event. */
const before = 'echo before_tool_call';
const noStackTrace = /^(?![\s\S]*\n {4}at )/;

export const enablement: readonly Row[] = [
  {
    id: 'C1',
    source: 'Kodelet K2',
    says: 'A bare executable whose name ends in `.disable` is off',
    cases: [
      {
        says: 'renamed it is not discovered and its neighbour is; renamed back it runs again',
        hooks: [
          { name: 'guard', asked: before },
          { name: 'other', asked: before },
        ],
        steps: [
          { fire: 'PreToolUse', expect: { ranInAnyOrder: ['guard', 'other'] } },
          { rename: ['home/.kodelet/hooks/guard', 'home/.kodelet/hooks/guard.disable'] },
          {
            hooks: 'list --json',
            json: { issues: [] },
            hook: { guard: null, 'guard.disable': null, other: {} },
          },
          { fire: 'PreToolUse', expect: { ran: ['other'] } },
          { rename: ['home/.kodelet/hooks/guard.disable', 'home/.kodelet/hooks/guard'] },
          { fire: 'PreToolUse', expect: { ranInAnyOrder: ['guard', 'other'] } },
        ],
      },
      {
        says: 'an approved one stops too, is listed as disabled by its name, and needs no new approval afterwards',
        hooks: [{ name: 'guard', asked: before, prints: { blocked: true, reason: 'no' } }],
        steps: [
          { hooks: 'enable guard --yes' },
          { fire: 'PreToolUse', run: { approved: true }, expect: { decision: 'block' } },
          { rename: ['home/.kodelet/hooks/guard', 'home/.kodelet/hooks/guard.disable'] },
          {
            hooks: 'list --json',
            hook: {
              guard: {
                state: 'disabled',
                enabled: false,
                reasons: [{ code: 'DISABLED_BY_NAME', message: /guard\.disable/, remedy: /Rename/ }],
              },
            },
          },
          {
            hooks: 'enable guard --yes',
            exit: 1,
            stderr: /DISABLED_BY_NAME[\s\S]*guard\.disable[\s\S]*Rename/,
          },
          {
            fire: 'PreToolUse',
            run: { approved: true },
            expect: { ran: [], outcomes: { guard: 'skipped DISABLED' } },
          },
          { rename: ['home/.kodelet/hooks/guard.disable', 'home/.kodelet/hooks/guard'] },
          { hooks: 'list --json', hook: { guard: { state: 'ready' } } },
          { fire: 'PreToolUse', run: { approved: true }, expect: { decision: 'block' } },
        ],
      },
    ],
  },
  {
    id: 'C2',
    source: 'Kodelet K2',
    says: 'A local `x.disable` leaves the global `x` running, and `list` says so',
    cases: [
      {
        says: 'the global one is ready and runs; list, check and info note that it is disabled locally',
        hooks: [
          { name: 'guard.disable', at: 'project', asked: before },
          { name: 'guard', asked: before, prints: { blocked: true, reason: 'global' } },
        ],
        steps: [
          { fire: 'PreToolUse', expect: { decision: 'block', reason: 'global', ran: ['guard'] } },
          { hooks: 'enable guard --yes' },
          {
            hooks: 'list --json --all',
            hook: { guard: { state: 'ready', source: 'user' } },
            issues: [
              {
                code: 'EXECUTABLE_DISABLED_HERE',
                path: '<home>/.kodelet/hooks/guard',
                message: /project\/\.kodelet\/hooks\/guard\.disable is disabled in this project/,
                remedy: /hooks disable user\/guard --here/,
              },
            ],
          },
          { hooks: 'list', stdout: /guard .*ready +runs, though its name is disabled locally/ },
          { hooks: 'info guard', stdout: /guard +.*ready[\s\S]*disabled in this project/ },
          { hooks: 'check --json', json: { ok: true }, issues: [{ code: 'EXECUTABLE_DISABLED_HERE' }] },
          { fire: 'PreToolUse', run: { approved: true }, expect: { decision: 'block', reason: 'global' } },
        ],
      },
    ],
  },
  {
    id: 'C3',
    source: 'Kodelet',
    says: '`--no-hooks` runs no hook of this session',
    cases: [
      {
        says: 'no hook is started, the decision is none, and the event log says why',
        hooks: ['blocks-always', 'observes'],
        steps: [
          { hooks: 'enable blocks-always observes --yes' },
          {
            fire: 'PreToolUse',
            run: { approved: true },
            expect: { decision: 'block', ran: ['blocks-always', 'observes'] },
          },
          {
            fire: 'PreToolUse',
            run: { approved: true, args: ['--no-hooks'] },
            expect: {
              ran: [],
              outcomes: { 'blocks-always': 'skipped NO_HOOKS', observes: 'skipped NO_HOOKS' },
              eventLog: { hooks: [{ cause: 'NO_HOOKS' }, { cause: 'NO_HOOKS' }] },
              host: '',
            },
          },
          {
            fire: 'PreToolUse',
            run: { approved: true },
            expect: { decision: 'block', ran: ['blocks-always', 'observes'] },
          },
        ],
      },
      {
        says: 'managed hooks still run',
        needs: ['unshare'],
        hooks: ['blocks-always'],
        files: managedPackage('corp'),
        steps: [
          { hooks: 'enable blocks-always --yes' },
          { program: 'managed', args: ['list', '--json'], stdout: /managed/ },
          {
            program: 'managed',
            args: ['run', 'PreToolUse', '--json', '--no-hooks'],
            stdin: '{"tool_name":"Bash"}',
            exit: 1,
            stdout: /(?=.*"decidedBy": \[\s*"managed\/corp"\s*\])(?=.*"cause": "NO_HOOKS")/s,
          },
        ],
      },
    ],
  },
  {
    id: 'C4',
    source: 'MicroClaw RFC',
    says: '`hooks.enabled: false` of the user or the administrator switches all hooks off; a project cannot',
    cases: [
      {
        says: 'false in the configuration of the user: listed as disabled, and no process is started',
        hooks: ['blocks-always'],
        steps: [
          { hooks: 'enable blocks-always --yes' },
          { fire: 'PreToolUse', run: { approved: true }, expect: { decision: 'block' } },
          { write: { 'home/.hookmd/config.yaml': 'hooks: { enabled: false }\n' } },
          {
            hooks: 'list --json',
            hook: {
              'blocks-always': {
                state: 'disabled',
                reasons: [{ code: 'HOOKS_OFF', remedy: /hooks\.enabled/ }],
              },
            },
          },
          { fire: 'PreToolUse', run: { approved: true }, expect: { ran: [], host: '' } },
        ],
      },
      {
        says: '`hooks config set` writes it, and it holds from the next event on, in every project',
        hooks: ['blocks-always'],
        files: { 'elsewhere/.git': null },
        steps: [
          { hooks: 'enable blocks-always --yes' },
          { fire: 'PreToolUse', run: { approved: true }, expect: { decision: 'block' } },
          {
            hooks: 'config set hooks.enabled false --json --home <home> --project <scratch>/elsewhere',
            bare: true,
            json: { schema: 'hookmd.config/1', changed: true, value: false, scope: 'user' },
          },
          { fire: 'PreToolUse', run: { approved: true }, expect: { ran: [], host: '' } },
          { hooks: 'list --json', hook: { 'blocks-always': { state: 'disabled' } } },
          {
            hooks: 'list --json',
            hook: {
              'blocks-always': { reasons: [{ remedy: 'Run `hooks config set hooks.enabled true`.' }] },
            },
          },
          { hooks: 'config set hooks.enabled true' },
          { fire: 'PreToolUse', run: { approved: true }, expect: { decision: 'block' } },
        ],
      },
      {
        says: 'in the file of a project the key is an error, and hooks run',
        hooks: ['blocks-always'],
        files: { 'project/.hookmd/config.yaml': 'hooks: { enabled: false }\n' },
        steps: [
          { hooks: 'enable blocks-always --yes' },
          {
            hooks: 'check --json',
            exit: 1,
            issues: [
              {
                code: 'CONFIG_NOT_FOR_PROJECT',
                path: '<project>/.hookmd/config.yaml',
                line: 1,
                message: /hooks\.enabled/,
              },
            ],
          },
          { hooks: 'list --json', hook: { 'blocks-always': { state: 'ready' } } },
          {
            fire: 'PreToolUse',
            run: { approved: true },
            expect: { decision: 'block', ran: ['blocks-always'] },
          },
        ],
      },
      {
        says: 'managed hooks run on, unless the managed configuration says otherwise',
        needs: ['unshare'],
        files: { ...managedPackage('corp'), 'home/.hookmd/config.yaml': 'hooks: { enabled: false }\n' },
        steps: [
          {
            program: 'managed',
            args: ['run', 'PreToolUse', '--json'],
            stdin: '{"tool_name":"Bash"}',
            exit: 1,
            stdout: /"decidedBy": \[\s*"managed\/corp"\s*\]/,
          },
          { write: { 'etc/hookmd/config.yaml': 'hooks: { enabled: false }\n' } },
          { program: 'managed', args: ['list', '--json'], stdout: /"code": "HOOKS_OFF"/ },
          {
            program: 'managed',
            args: ['run', 'PreToolUse', '--json'],
            stdin: '{"tool_name":"Bash"}',
            stdout: /(?=.*"decision": "none")(?=.*"cause": "DISABLED")/s,
          },
        ],
      },
      {
        says: 'a managed configuration that others can write decides nothing, and that is said',
        needs: ['unshare'],
        files: {
          ...managedPackage('corp'),
          'etc/hookmd/config.yaml': { text: 'hooks: { enabled: false }\n', mode: 0o666 },
        },
        steps: [
          {
            program: 'managed',
            args: ['run', 'PreToolUse', '--json'],
            stdin: '{"tool_name":"Bash"}',
            exit: 1,
            stdout: /"decidedBy": \[\s*"managed\/corp"\s*\]/,
          },
          {
            program: 'managed',
            args: ['list', '--json'],
            stdout:
              /(?!.*HOOKS_OFF)(?=.*"code": "ROOT_NOT_TRUSTED".*\/etc\/hookmd\/config\.yaml can be written)/s,
          },
          {
            program: 'managed',
            args: ['config', 'get', 'hooks.enabled'],
            stdout: /^true$/m,
            stderr: /from default.*ROOT_NOT_TRUSTED/s,
          },
        ],
      },
      {
        says: 'a managed package that others can write is not run, and blocks where its failure does',
        needs: ['unshare'],
        files: {
          ...managedPackage('goes-on', { mode: 0o775 }),
          ...managedPackage('must-agree', { mode: 0o757, front: 'onFailure: block\n' }),
          ...managedPackage('safe'),
        },
        steps: [
          {
            program: 'managed',
            args: ['run', 'PreToolUse', '--json'],
            stdin: '{"tool_name":"Bash"}',
            exit: 1,
            stdout:
              /(?=.*"decidedBy": \[[^\]]*managed\/must-agree)(?!.*"decidedBy": \[[^\]]*goes-on)(?=.*"cause": "NOT_RUNNABLE",\s*"reason": "[^"]*goes-on\/handler\.sh can be written by others)/s,
          },
          {
            program: 'managed',
            args: ['list', '--json'],
            stdout: /(?=.*"code": "MANAGED_NOT_TRUSTED")(?=.*"name": "safe"[^}]*"state": "ready")/s,
          },
        ],
      },
    ],
  },
  {
    id: 'C5',
    source: 'MicroClaw RFC',
    says: 'Switching hooks off and on again touches no file of theirs',
    cases: [
      {
        says: 'the trees of user and project are byte for byte the same, and the hooks run again',
        // One at a time and theirs first: a block cancels the guards that still run beside it.
        hooks: ['blocks-always', { name: 'theirs', at: 'project', front: { priority: 10 } }],
        steps: [
          { write: { 'home/.hookmd/config.yaml': 'hooks: { concurrency: 1 }\n' } },
          { hooks: 'enable blocks-always --yes' },
          { hooks: 'enable theirs --yes --digest <digest theirs>' },
          { remember: 'home/.hookmd' },
          { remember: 'project' },
          { write: { 'home/.hookmd/config.yaml': 'hooks: { enabled: false }\n' } },
          {
            hooks: 'list --json',
            hook: { 'blocks-always': { state: 'disabled' }, theirs: { state: 'disabled' } },
          },
          { fire: 'PreToolUse', run: { approved: true }, expect: { ran: [] } },
          { write: { 'home/.hookmd/config.yaml': 'hooks: { concurrency: 1 }\n' } },
          { unchanged: 'home/.hookmd' },
          { unchanged: 'project' },
          { hooks: 'list --json', hook: { 'blocks-always': { state: 'ready' }, theirs: { state: 'ready' } } },
          {
            fire: 'PreToolUse',
            run: { approved: true },
            expect: { decision: 'block', ran: ['theirs', 'blocks-always'] },
          },
        ],
      },
    ],
  },
  {
    id: 'C6',
    source: 'MicroClaw RFC',
    says: '`enable` and `disable` are persistent, by name, and survive a restart',
    cases: [
      {
        says: 'a disabled hook is not started by the next process, an enabled one is',
        // One at a time and the silent one first: a block cancels the guards that still run beside it.
        config: { hooks: { concurrency: 1 } },
        hooks: ['blocks-always', { name: 'says-nothing', front: { priority: 10 } }],
        steps: [
          { hooks: 'enable blocks-always says-nothing --yes' },
          { hooks: 'disable blocks-always' },
          {
            hooks: 'list --json',
            hook: {
              'blocks-always': { state: 'disabled', enabled: false },
              'says-nothing': { state: 'ready' },
            },
          },
          {
            fire: 'PreToolUse',
            run: { approved: true },
            expect: { ran: ['says-nothing'], outcomes: { 'blocks-always': 'skipped DISABLED' } },
          },
          { hooks: 'enable blocks-always' },
          {
            fire: 'PreToolUse',
            run: { approved: true },
            expect: { decision: 'block', ran: ['says-nothing', 'blocks-always'] },
          },
        ],
      },
      {
        says: 'a wish about a hook of the user holds in every project, `--here` in this one only',
        hooks: ['blocks-always'],
        files: { 'other/.git': null },
        steps: [
          { hooks: 'enable blocks-always --yes' },
          { hooks: 'disable blocks-always --here' },
          { fire: 'PreToolUse', run: { approved: true }, expect: { ran: [] } },
          {
            hooks: 'run PreToolUse --json --home <home> --project <scratch>/other',
            bare: true,
            stdin: '{"tool_name":"Bash","tool_input":{"command":"ls"}}',
            exit: 1,
            json: { decision: 'block' },
          },
          { files: { 'project/.hookmd': null } },
        ],
      },
      {
        says: 'disabling twice and enabling twice changes nothing more',
        hooks: ['blocks-always'],
        steps: [
          { hooks: 'enable blocks-always --yes' },
          { hooks: 'enable blocks-always --yes' },
          { hooks: 'disable blocks-always' },
          { hooks: 'disable blocks-always' },
          { hooks: 'list --json', hook: { 'blocks-always': { state: 'disabled' } } },
          { hooks: 'enable blocks-always' },
          { hooks: 'list --json', hook: { 'blocks-always': { state: 'ready' } } },
        ],
      },
    ],
  },
  {
    id: 'C7',
    source: 'MicroClaw RFC',
    says: 'An ineligible hook never fails the runtime',
    cases: [
      {
        says: 'a good hook runs beside ineligible ones',
        hooks: [
          'says-nothing',
          { name: 'no-bin', like: 'blocks-always', front: { requires: { bins: ['no-such-program'] } } },
          { name: 'no-env', like: 'blocks-always', front: { requires: { env: ['NO_SUCH_VARIABLE'] } } },
          { name: 'no-os', like: 'blocks-always', front: { requires: { os: ['not-this-os'] } } },
        ],
        steps: [
          { hooks: 'enable says-nothing no-bin no-env no-os --yes' },
          {
            fire: 'PreToolUse',
            run: { approved: true },
            expect: {
              ran: ['says-nothing'],
              outcomes: {
                'no-bin': 'skipped INELIGIBLE',
                'no-env': 'skipped INELIGIBLE',
                'no-os': 'skipped INELIGIBLE',
              },
            },
          },
          { hooks: 'list --json', json: { issues: [] } },
        ],
      },
    ],
  },
  {
    id: 'C8',
    source: 'HookMD (as MicroClaw does)',
    says: 'There is one state record per hook, written atomically; a corrupt one is set aside and said',
    cases: [
      {
        says: 'a truncated record is set aside, and the manifest decides',
        hooks: ['blocks-always', { name: 'off-by-default', like: 'says-nothing', front: { enabled: false } }],
        steps: [
          { hooks: 'enable blocks-always off-by-default --yes' },
          { hooks: 'disable blocks-always' },
          {
            write: {
              'home/.local/state/hookmd/enablement/user/_/user%2Fblocks-always.json':
                '{"schema":"hookmd.enabl',
            },
          },
          { write: { 'home/.local/state/hookmd/enablement/user/_/user%2Foff-by-default.json': '' } },
          {
            hooks: 'check --json',
            issues: [{ code: 'STATE_CORRUPT', message: /corrupt/ }],
          },
          {
            hooks: 'list --json',
            hook: { 'blocks-always': { state: 'ready' }, 'off-by-default': { state: 'disabled' } },
          },
          {
            fire: 'PreToolUse',
            run: { approved: true },
            expect: { decision: 'block', ran: ['blocks-always'] },
          },
        ],
      },
      {
        says: 'a corrupt active set is compiled anew: no guard is lost',
        hooks: ['blocks-always'],
        steps: [
          { hooks: 'enable blocks-always --yes' },
          { write: { 'home/.local/state/hookmd/active/_.json': '{"schema":' } },
          {
            fire: 'PreToolUse',
            run: { approved: true },
            expect: { decision: 'block', ran: ['blocks-always'], stderr: noStackTrace },
          },
          { remove: 'home/.local/state/hookmd/active' },
          {
            fire: 'PreToolUse',
            run: { approved: true },
            expect: { decision: 'block', ran: ['blocks-always'], stderr: noStackTrace },
          },
        ],
      },
      {
        says: 'a corrupt approval counts as none, and is said',
        hooks: ['blocks-always'],
        steps: [
          { hooks: 'enable blocks-always --yes' },
          { hooks: 'list --json', hook: { 'blocks-always': { state: 'ready' } } },
          { corrupt: 'home/.local/state/hookmd/approvals' },
          { hooks: 'list --json', hook: { 'blocks-always': { state: 'unapproved' } } },
          { fire: 'PreToolUse', run: { approved: true }, expect: { ran: [] } },
        ],
      },
      {
        says: 'a state directory that cannot be written is said, and events are decided all the same',
        hooks: ['blocks-always'],
        files: { blocked: 'no folder' },
        steps: [
          {
            hooks: 'enable blocks-always --yes --state <scratch>/blocked/state',
            exit: 1,
            stderr: /STATE_NOT_WRITABLE[\s\S]*Nothing was changed/,
          },
          {
            fire: 'PreToolUse',
            run: { args: ['--state', '<scratch>/blocked/state'] },
            expect: {
              decision: 'block',
              ran: ['blocks-always'],
              stderr: /warning: HookMD cannot write the event log/,
            },
          },
        ],
      },
      {
        says: 'killing `disable` and `enable` at any instant leaves the old record or the new one',
        hooks: ['says-nothing', 'blocks-always'],
        steps: [
          { hooks: 'enable says-nothing blocks-always --yes' },
          { killed: 'disable says-nothing', times: 4 },
          { killed: 'enable says-nothing --yes', times: 4 },
          { hooks: 'list --json', hook: { 'blocks-always': { state: 'ready' } } },
          {
            fire: 'PreToolUse',
            run: { approved: true },
            expect: { decision: 'block' },
          },
        ],
      },
    ],
  },
  {
    id: 'C9',
    source: 'HookMD (as MicroClaw does)',
    says: 'An unknown name is an error that suggests near names',
    cases: [
      {
        says: '`enable`, `disable`, `info`, `trust` and `diff` exit with 1 and say what was meant',
        hooks: ['blocks-always'],
        steps: [
          { hooks: 'enable blocks-alway --yes', exit: 1, stderr: /HOOK_NOT_FOUND[\s\S]*blocks-always/ },
          { hooks: 'disable blocks-alway', exit: 1, stderr: /HOOK_NOT_FOUND[\s\S]*blocks-always/ },
          { hooks: 'info blocks-alway', exit: 1, stderr: /HOOK_NOT_FOUND[\s\S]*blocks-always/ },
          { hooks: 'trust blocks-alway --yes', exit: 1, stderr: /HOOK_NOT_FOUND[\s\S]*blocks-always/ },
          { hooks: 'diff blocks-alway', exit: 1, stderr: /HOOK_NOT_FOUND[\s\S]*blocks-always/ },
          {
            hooks: 'info blocks-alway --json',
            exit: 1,
            json: {
              schema: 'hookmd.error/1',
              code: 'HOOK_NOT_FOUND',
              message: /blocks-alway/,
              remedy: /Did you mean "blocks-always"/,
            },
          },
        ],
      },
      {
        says: 'one unknown name among several changes nothing',
        hooks: ['blocks-always'],
        steps: [
          {
            hooks: 'enable blocks-always nobody --yes',
            exit: 1,
            stderr: /HOOK_NOT_FOUND[\s\S]*nobody|nobody[\s\S]*HOOK_NOT_FOUND/,
          },
          { hooks: 'list --json', hook: { 'blocks-always': { state: 'unapproved' } } },
        ],
      },
    ],
  },
  {
    id: 'C10',
    source: 'Kodelet K2',
    says: 'Hooks are off for internal operations of the agent, unless it opts in',
    cases: [
      {
        says: '`hooks run --context commit` starts no hook but those that name it, and the trace says so',
        hooks: [
          { name: 'commits', front: { contexts: ['commit'] } },
          { name: 'everything', front: { contexts: '*' } },
          { name: 'usual' },
        ],
        steps: [
          {
            fire: 'PreToolUse',
            run: { args: ['--context', 'commit'] },
            expect: {
              ranInAnyOrder: ['commits', 'everything'],
              outcomes: { usual: 'skipped CONTEXT', commits: 'success' },
            },
          },
          { hooks: 'trace --last', stdout: /usual .*skipped: hooks are off .*commit/ },
          {
            fire: 'PreToolUse',
            run: { args: ['--context', 'pr'] },
            expect: { ran: ['everything'], outcomes: { commits: 'skipped CONTEXT' } },
          },
          { fire: 'PreToolUse', expect: { ranInAnyOrder: ['commits', 'everything', 'usual'] } },
          { hooks: 'run PreToolUse --context Com/mit', exit: 2, stderr: /Com\/mit[\s\S]*lower-case/ },
        ],
      },
      {
        says: '`check` says where `contexts` names no operation',
        hooks: [{ name: 'hook', front: { contexts: ['a commit'] } }],
        steps: [{ hooks: 'check --json', exit: 1, issues: [{ code: 'MANIFEST_TYPE', message: /contexts/ }] }],
      },
      {
        says: '`createHooks().quiet(…)` starts no hook, however late inside, and nothing outside is quiet',
        hooks: [
          { name: 'package' },
          { name: 'commits', front: { contexts: ['commit'], events: ['SessionEnd'] } },
        ],
        steps: [
          {
            script: `
              const hooks = await open({ trust: 'all' });
              const asked = [];
              hooks.on('Stop', () => { asked.push('callback'); });
              const inside = await hooks.quiet('commit', async () => {
                await new Promise((resolve) => setImmediate(resolve));
                return (await hooks.dispatch('PreToolUse', { tool_name: 'Bash', tool_input: {} })).decision.hooks[0].cause;
              });
              await hooks.quiet('summary', () => hooks.dispatch('Stop'));
              const quiet = asked.length;
              await hooks.quiet('summary', () => hooks.dispatch('SessionEnd'));
              await hooks.quiet('commit', () => hooks.dispatch('SessionEnd'));
              await Promise.all([hooks.quiet('commit', () => hooks.dispatch('Stop')), hooks.dispatch('Stop')]);
              await hooks.dispatch('PreToolUse', { tool_name: 'Bash', tool_input: {} });
              print({ inside, quiet, asked });`,
            prints: { inside: 'CONTEXT', quiet: 0, asked: ['callback'] },
            ran: ['commits', 'package'],
          },
        ],
      },
    ],
  },
];
