import { text } from './a-package-samples.ts';
import { packCases } from './install-samples.ts';
import { openclawPacks } from './openclaw-samples.ts';
import type { Row } from './row.ts';
import { inTheSeeds, ofTheSeeds } from './seed-fronts.ts';

/** Bare executables as the documents of Kodelet have them: one program for `hook` and `run`. */
const kodeletGuard = text(
  '#!/bin/sh',
  'case "$1" in',
  '  hook) echo "before_tool_call" ;;',
  '  run)',
  '    payload=$(cat)',
  '    case "$payload" in',
  '      *"rm -rf"*) echo \'{"blocked": true, "reason": "not on my machine"}\' ;;',
  '      *) echo \'{"blocked": false}\' ;;',
  '    esac ;;',
  '  *) exit 1 ;;',
  'esac',
  '',
);

const kodeletRedactor = text(
  '#!/usr/bin/env node',
  'if (process.argv[2] === "hook") { console.log("after_tool_call"); process.exit(0); }',
  'const { tool_output: output } = JSON.parse(require("node:fs").readFileSync(0, "utf8"));',
  'console.log(JSON.stringify({ output: JSON.parse(JSON.stringify(output).replace(/key-\\d+/g, "key-***")) }));',
  '',
);

export const packageKeys: readonly Row[] = [
  {
    id: 'A12',
    source: 'HookMD (as MicroClaw does)',
    says: '`priority` orders hooks, low first; ties by source, then by name',
    cases: [
      {
        says: 'the number decides, whatever the names',
        hooks: [
          { name: 'a-late', front: { priority: 50 } },
          { name: 'b-early', front: { priority: 10 } },
          { name: 'c-default' },
          { name: 'd-first', front: { priority: -5 } },
          { name: 'e-last', front: { priority: 101 } },
        ],
        config: { hooks: { concurrency: 1 } },
        expect: { ran: ['d-first', 'b-early', 'a-late', 'c-default', 'e-last'] },
      },
      {
        says: 'between equal numbers the source decides, then the name',
        hooks: [
          { name: 'b', at: 'user' },
          { name: 'a', at: 'user' },
          { name: 'z', at: 'project' },
        ],
        config: { hooks: { concurrency: 1 } },
        expect: { ran: ['z', 'a', 'b'] },
      },
      {
        says: 'it orders the hooks that change something too, and `info` shows the place',
        hooks: [
          { name: 'a', front: { priority: 20, modify: { PreToolUse: ['*'] } } },
          { name: 'b', front: { priority: 10, modify: { PreToolUse: ['*'] } } },
        ],
        steps: [
          { fire: 'PreToolUse', expect: { ran: ['b', 'a'] } },
          { hooks: 'enable a b --yes' },
          { hooks: 'info a --json', json: { priority: 20, order: { PreToolUse: [2, 2] } } },
        ],
      },
      {
        says: 'a priority that is no whole number is an error',
        hooks: [{ name: 'hook', front: { priority: 'high' } }],
        steps: [
          {
            hooks: 'check --json',
            exit: 1,
            issues: [{ code: 'MANIFEST_TYPE', message: /priority/, line: 5 }],
          },
        ],
      },
    ],
  },
  {
    id: 'A13',
    source: 'HookMD (as MicroClaw does)',
    says: '`enabled` is the default wish of the package; what a person says stands above it',
    cases: [
      {
        says: 'a hook that is not enabled is listed and not started, until somebody enables it',
        hooks: [{ name: 'off', front: { enabled: false } }, { name: 'on' }],
        steps: [
          {
            hooks: 'list --json',
            hook: { off: { state: 'disabled', enabled: false }, on: { enabled: true } },
          },
          { fire: 'PreToolUse', expect: { ran: ['on'], outcomes: { off: 'skipped DISABLED' } } },
          { hooks: 'enable off --yes' },
          { hooks: 'list --json', hook: { off: { state: 'ready', enabled: true } } },
          { fire: 'PreToolUse', run: { approved: true }, expect: { ran: ['off'] } },
        ],
      },
    ],
  },
  {
    id: 'A14',
    source: 'HookMD, resolves X1',
    says: '`protocol` names the protocol; without it the names of the events tell',
    cases: [
      {
        says: 'the vocabulary of the events tells the protocol, and `info` shows it',
        hooks: [
          { name: 'canonical', front: { events: ['PreToolUse'] } },
          { name: 'snake', front: { events: ['before_tool_call'] } },
          { name: 'rfc', front: { events: ['BeforeToolCall'] } },
          { name: 'shipped-time', front: { events: ['BeforeToolCall'], timeout_ms: 500 } },
          { name: 'shipped-order', front: { events: ['BeforeToolCall'], priority: 10 } },
          {
            name: 'claw',
            manifest: text('---', 'metadata: { openclaw: { events: [ "message:received" ] } }', '---'),
            files: { 'handler.js': '' },
          },
          { name: 'named', front: { protocol: 'claude' } },
        ],
        steps: [
          {
            hooks: 'list --json',
            hook: {
              canonical: { protocol: 'hookmd' },
              snake: { protocol: 'kodelet' },
              rfc: { protocol: 'microclaw-rfc' },
              'shipped-time': { protocol: 'microclaw' },
              'shipped-order': { protocol: 'microclaw' },
              claw: { protocol: 'openclaw' },
              named: { protocol: 'claude' },
            },
          },
        ],
      },
      {
        says: 'mixed vocabularies are an error, an unknown protocol too',
        hooks: [
          { name: 'mixed', front: { events: ['PreToolUse', 'before_tool_call'] } },
          { name: 'unknown', front: { protocol: 'hookmdd' } },
        ],
        steps: [
          {
            hooks: 'check --json',
            exit: 1,
            issues: [
              {
                code: 'MANIFEST_MIXED_VOCABULARY',
                path: /mixed/,
                line: 2,
                message: /PreToolUse.*before_tool_call/,
              },
              { code: 'MANIFEST_VALUE', path: /unknown/, line: 5, message: /hookmdd/ },
            ],
          },
        ],
      },
      {
        says: '`info` and `check` print the protocol with the exit status that blocks',
        hooks: [{ name: 'hook' }],
        steps: [
          { hooks: 'info hook', stdout: /protocol hookmd, exit 2 blocks/ },
          { hooks: 'check hook', stdout: /protocol hookmd, exit 2 blocks/ },
        ],
      },
      {
        says: 'one script that exits with 1, then with 2, means what its protocol says',
        hooks: [
          { name: 'a-hookmd', does: 'exit "$CODE"', front: { env: ['LOG', 'CODE'] } },
          { name: 'b-claude', does: 'exit "$CODE"', front: { env: ['LOG', 'CODE'], protocol: 'claude' } },
        ],
        config: { hooks: { concurrency: 1 } },
        steps: [
          {
            fire: 'PreToolUse',
            run: { env: { CODE: '1' } },
            expect: {
              failedOpen: ['user/b-claude', 'user/a-hookmd'],
              outcomes: { 'a-hookmd': 'non_blocking_error EXIT', 'b-claude': 'non_blocking_error EXIT' },
            },
          },
          {
            fire: 'PreToolUse',
            run: { env: { CODE: '2' } },
            expect: {
              decision: 'block',
              // A claude hook may change the input unless its manifest says otherwise, so its turn is earlier.
              decidedBy: ['user/b-claude'],
              outcomes: { 'b-claude': 'blocking', 'a-hookmd': 'skipped BLOCKED_EARLIER' },
            },
          },
          {
            fire: 'PreToolUse',
            run: { env: { CODE: '2' }, args: ['--only', 'b-claude'] },
            expect: { decision: 'block', decidedBy: ['user/b-claude'], outcomes: { 'b-claude': 'blocking' } },
          },
        ],
      },
      {
        says: 'a command reads and answers in the words of OpenClaw too',
        hooks: [
          {
            name: 'snake',
            front: { events: null, metadata: { openclaw: { events: ['command:new'] } } },
            prints: { messages: ['hello'] },
          },
        ],
        event: 'SessionStart',
        payload: { session_id: 's1' },
        expect: {
          userMessages: ['hello'],
          stdinOf: { snake: { type: 'command', action: 'new', sessionKey: 's1', messages: [] } },
          cwdOf: { snake: /\/snake$/ },
        },
      },
      ...openclawPacks,
      {
        says: 'the same script under kodelet, microclaw-rfc and microclaw',
        hooks: inTheSeeds({ front: { env: ['LOG', 'CODE'] }, does: 'echo no >&2; exit $CODE' }),
        config: { hooks: { concurrency: 1 } },
        steps: [
          {
            fire: 'PreToolUse',
            run: { env: { CODE: '1' } },
            expect: {
              decision: 'block',
              reason: 'no',
              decidedBy: ['user/in-rfc'],
              outcomes: {
                'in-kodelet': 'non_blocking_error EXIT',
                'in-microclaw': 'non_blocking_error EXIT',
                'in-rfc': 'blocking',
              },
            },
          },
          {
            fire: 'PreToolUse',
            run: { env: { CODE: '2' } },
            expect: {
              failedOpen: ['user/in-kodelet', 'user/in-microclaw', 'user/in-rfc'],
              outcomes: ofTheSeeds('non_blocking_error EXIT'),
            },
          },
        ],
      },
      {
        says: 'the protocol is inferred from the names of events, `timeout_ms` and `priority`, and is printed with what blocks',
        hooks: [
          { name: 'a', front: { events: ['before_tool_call'] } },
          { name: 'b', front: { events: ['BeforeToolCall'] } },
          { name: 'c', front: { events: ['BeforeToolCall'], timeout_ms: 1000 } },
          { name: 'd', front: { events: ['BeforeToolCall'], priority: 50 } },
        ],
        steps: [
          {
            hooks: 'list --json',
            hook: {
              a: { protocol: 'kodelet' },
              b: { protocol: 'microclaw-rfc' },
              c: { protocol: 'microclaw' },
              d: { protocol: 'microclaw' },
            },
          },
          {
            hooks: 'info a',
            stdout: /protocol kodelet, only JSON with `"blocked": true` at exit 0 blocks/,
          },
          { hooks: 'info b', stdout: /protocol microclaw-rfc, exit 1 blocks/ },
          { hooks: 'check b', stdout: /protocol microclaw-rfc, exit 1 blocks/ },
          { hooks: 'info c', stdout: /protocol microclaw, only JSON with `"action": "block"`/ },
        ],
      },
    ],
  },
  {
    id: 'A15',
    source: 'pattern page',
    says: '`matcher`, `if`, `type`, `async`, `once`, `url` and `prompt` mean the same in a manifest and in a settings entry',
    cases: [
      {
        says: 'a manifest with `protocol: claude` and an entry with equal keys come to the same, whatever they answer',
        steps: [
          {
            script: `
              import { mkdirSync, writeFileSync } from 'node:fs';
              const specific = (answer) => \`echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse",\${answer}}}'\`;
              const entries = {
                refuses: { matcher: 'Bash', command: 'echo no >&2; exit 2' },
                fails: { command: 'echo broken >&2; exit 1' },
                'is about another tool': { matcher: 'Write', command: 'exit 2' },
                rewrites: { if: 'Bash(ls*)', command: specific('"updatedInput":{"command":"ls -l"}') },
                asks: { command: specific('"permissionDecision":"ask","permissionDecisionReason":"sure?"') + '; exit 1' },
                'is about another command': { if: 'Bash(rm*)', command: 'exit 2' },
                mumbles: { command: 'echo some text' },
                hangs: { command: 'sleep 9', timeout: 0.2, statusMessage: 'waiting' },
                'is not waited for': { command: 'sleep 0.1', async: true, asyncTimeout: 5 },
                'is asked once': { command: 'echo no >&2; exit 2', once: true },
                'calls a model': { type: 'prompt', prompt: 'Is this fine?' },
                'posts somewhere': { type: 'http', url: 'http://localhost:1/x' },
              };
              const fire = async (home) => {
                const hooks = await open({ home, trust: 'all' });
                const { decision } = await hooks.dispatch('PreToolUse', { tool_name: 'Bash', tool_input: { command: 'ls' } });
                hooks.close();
                const { traceId, eventId, durationMs, decidedBy, failedOpen, hooks: runs, ...rest } = decision;
                const { name, qualifiedName, startMs, durationMs: took, digest, ...run } = runs[0];
                return JSON.stringify({ ...rest, run, runs: runs.length });
              };
              const differ = [];
              for (const [says, { matcher, ...entry }] of Object.entries(entries)) {
                const [one, other] = ['manifest', 'entry'].map((name) => \`\${process.env.HOME}/\${says}/\${name}\`);
                mkdirSync(one + '/.hookmd/hooks/twin', { recursive: true });
                mkdirSync(other + '/.hookmd', { recursive: true });
                const keys = { type: 'command', ...entry };
                const front = { events: ['PreToolUse'], protocol: 'claude', ...(matcher && { matcher }), ...keys };
                writeFileSync(one + '/.hookmd/hooks/twin/HOOK.md', ['---', JSON.stringify(front), '---', ''].join(String.fromCharCode(10)));
                const group = { ...(matcher && { matcher }), hooks: [keys] };
                writeFileSync(other + '/.hookmd/config.yaml', JSON.stringify({ entries: { PreToolUse: [group] } }));
                const came = [await fire(one), await fire(other)];
                if (came[0] !== came[1]) differ.push([says, ...came]);
              }
              print(differ);`,
            prints: [],
          },
        ],
      },
    ],
  },
  {
    id: 'A16',
    source: 'HookMD',
    says: 'An unknown manifest key is a warning; a misspelled one of those that guard is an error at the approval, never at run time',
    cases: [
      {
        says: '`check` names the key, the line and what was meant; the hook runs as if it were not there',
        hooks: [{ name: 'hook', front: { colour: 'red', priorty: 3 } }],
        steps: [
          {
            hooks: 'check --json',
            json: { ok: true, issues: [{}, {}] },
            issues: [
              {
                code: 'MANIFEST_UNKNOWN_KEY',
                severity: 'warning',
                message: /colour/,
                line: 5,
                remedy: /metadata/,
              },
              {
                code: 'MANIFEST_UNKNOWN_KEY',
                severity: 'warning',
                message: /priorty/,
                line: 6,
                remedy: /priority/,
              },
            ],
          },
          { fire: 'PreToolUse', expect: { ran: ['hook'] } },
        ],
      },
      {
        says: 'a guard that would fail open, or guard another tool, is neither approved nor fine',
        hooks: [{ name: 'hook', front: { onfailure: 'block', Matcher: 'Bash' } }],
        steps: [
          {
            hooks: 'enable hook --yes',
            exit: 1,
            stderr:
              /HOOK.md:5:1 {2}MANIFEST_MISSPELLED_KEY\n.*`onfailure`.*\n +Write `onFailure`\.\n[\s\S]*:6:1 .*\n.*\n +Write `matcher`\./,
          },
          { hooks: 'check --json', exit: 1, json: { ok: false, issues: [{}, {}] } },
        ],
      },
      {
        says: 'a hook of another system runs unmodified with any key',
        hooks: [{ name: 'hook', front: { events: ['before_tool_call'], onfailure: 'block' } }],
        steps: [
          {
            hooks: 'check --json',
            json: { ok: true },
            issues: [{ code: 'MANIFEST_UNKNOWN_KEY', severity: 'warning', message: /onfailure/ }],
          },
        ],
      },
      {
        says: 'what stands under `metadata` is free',
        hooks: [{ name: 'hook', front: { metadata: { team: 'core', matchr: 1 } } }],
        steps: [{ hooks: 'check --json', json: { ok: true, issues: [] } }],
      },
    ],
  },
  {
    id: 'A17',
    source: 'Kodelet',
    says: 'A bare executable in `.kodelet/hooks` is a hook without a manifest',
    cases: [
      {
        says: 'the guard of its documents works as it stands: asked `hook`, run with `run`, in the folder of the session',
        files: {
          'home/.kodelet/hooks/bash-guard': { text: kodeletGuard, mode: 0o755 },
          'home/.kodelet/hooks/redact': { text: kodeletRedactor, mode: 0o755 },
        },
        steps: [
          { hooks: 'enable bash-guard redact --yes' },
          {
            hooks: 'list --json',
            hook: {
              'bash-guard': {
                state: 'ready',
                events: ['before_tool_call'],
                mode: 'command',
                timeoutMs: 30_000,
              },
              redact: {
                state: 'ready',
                events: ['after_tool_call'],
                modify: { PostToolUse: { output: 'replace' } },
              },
            },
          },
          {
            hooks: 'info bash-guard',
            stdout:
              /Program +.*bash-guard +\(bare executable, no manifest\)[\s\S]*protocol kodelet, only JSON with `"blocked": true`/,
          },
          { fire: 'PreToolUse', run: { approved: true } },
          {
            fire: 'PreToolUse',
            payload: { tool_name: 'Bash', tool_input: { command: 'rm -rf /' } },
            run: { approved: true },
            expect: { decision: 'block', reason: 'not on my machine', decidedBy: ['user/bash-guard'] },
          },
          {
            fire: 'PostToolUse',
            payload: { tool_name: 'Bash', tool_input: { command: 'ls' }, tool_response: 'key-123' },
            run: { approved: true },
            expect: { output: 'key-***', changed: ['tool_response'] },
          },
        ],
      },
    ],
  },
  {
    id: 'A18',
    source: 'HookMD (mission, Kodelet ADR 029, OpenClaw)',
    says: 'A plugin package lists several hooks; entries that leave it are refused',
    cases: packCases,
  },
];
