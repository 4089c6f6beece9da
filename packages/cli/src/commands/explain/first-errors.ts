import type { Code, Parameters } from '@hookmd/core/errors';

/** One message as it is printed, with its cause. The fix is that of its row, unless there is more to it. */
interface FirstError {
  readonly code: Code;
  readonly parameters: Parameters;
  readonly cause: string;
  readonly more?: string;
}

/** The messages that a new user sees most often, in the order of docs/reference/errors.md. */
export const firstErrors: readonly FirstError[] = [
  {
    code: 'UNAPPROVED',
    parameters: { name: 'no-force' },
    cause: 'The hook is new or from a repository, and HookMD runs only versions that you approved.',
  },
  {
    code: 'CHANGED',
    parameters: { name: 'no-force', consequence: 'the approved version still runs' },
    cause: 'You or another program edited a file of the package. Your edit takes effect when you approve it.',
  },
  {
    code: 'AGENT_NONE_ATTACHED',
    parameters: { agent: 'claude-code' },
    cause: 'Hooks run only when an agent sends events. `hooks run` works without an agent.',
    more: 'Then start a new session of the agent: open sessions do not reload their settings.',
  },
  {
    code: 'AGENT_CALLS',
    parameters: { command: 'enable', variable: 'CLAUDECODE' },
    cause:
      "The command ran in an agent's shell, or in a terminal that the agent opened. HookMD does not let an agent approve, enable or disable hooks.",
  },
  {
    code: 'HOOK_NOT_FOUND',
    parameters: { name: 'no-force', suggestion: '' },
    cause:
      'There is a typo in the name, or the package is in no hooks directory: `~/.hookmd/hooks/NAME/HOOK.md` for you, `.hookmd/hooks/NAME/HOOK.md` in a project.',
  },
  {
    code: 'MANIFEST_UNKNOWN_EVENT',
    parameters: { event: 'PreToolUs', suggestion: 'Did you mean "PreToolUse"? ' },
    cause: 'There is a typo in `events`. Event names are case-sensitive.',
  },
  {
    code: 'MANIFEST_MISSING_KEY',
    parameters: {
      key: 'command',
      detail:
        'nothing defines what to run, and the package has none of handler.ts, handler.js, handler.cjs, handler.mjs, handler.sh',
      example: 'command: [./check.sh, --strict]',
    },
    cause: 'The manifest declares nothing to run.',
  },
  {
    code: 'HANDLER_NOT_RUNNABLE',
    parameters: {
      detail: '~/.hookmd/hooks/no-force/handler.sh is not executable.',
      fix: 'Run `chmod +x ~/.hookmd/hooks/no-force/handler.sh`. Then run `hooks approve no-force`.',
    },
    cause: 'The handler is a file without the executable bit, or its program is not installed.',
  },
  {
    code: 'MATCHER_MATCHES_NOTHING',
    parameters: { key: 'matcher', found: '"bash"', suggestion: 'Did you mean "Bash"? ' },
    cause:
      'The matcher is no name of a tool, so the hook never runs. Tool names are case-sensitive, and a pattern such as `Bash(git push*)` belongs under `if`.',
  },
  {
    code: 'HOOK_FAILING',
    parameters: {
      name: 'user/no-force',
      failed: 5,
      runs: 5,
      reason: 'exited with code 7',
      trace: '8f607296',
      fix: 'Correct ~/.hookmd/hooks/no-force/handler.sh, so that it exits with 0. Then run `hooks approve no-force`.',
    },
    cause:
      'The handler crashes, takes too long, or prints something that is no output. Unless the manifest has `onFailure: block`, the calls proceed. After five failures in a row, HookMD pauses the hook for a minute.',
  },
];
