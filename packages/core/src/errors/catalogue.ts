/**
 * Every code HookMD can show, as data: what happened and the one thing to do about it.
 *
 * `{name}` is filled from the parameters of the call. Codes are permanent; sentences may improve.
 * docs/reference/errors.md is generated from this table and held equal to it by a test.
 */
export type Severity = 'error' | 'warning';

export interface CatalogueRow {
  readonly severity: Severity;
  readonly says: string;
  readonly remedy: string;
}

export const catalogue = {
  // Manifests
  MANIFEST_UNREADABLE: {
    severity: 'error',
    says: 'The manifest cannot be read: {detail}.',
    remedy: 'Make HOOK.md a readable regular file.',
  },
  MANIFEST_TOO_LARGE: {
    severity: 'error',
    says: 'The manifest has {size} bytes; at most {limit} are read.',
    remedy: 'Move long texts out of HOOK.md into files beside it.',
  },
  MANIFEST_NOT_TEXT: {
    severity: 'error',
    says: 'The manifest is not UTF-8 text.',
    remedy: 'Save HOOK.md as UTF-8.',
  },
  MANIFEST_NO_FRONT_MATTER: {
    severity: 'error',
    says: 'The manifest does not begin with a front matter: its first line is {found}.',
    remedy: 'Begin HOOK.md with a line that is exactly `---`.',
  },
  MANIFEST_UNCLOSED: {
    severity: 'error',
    says: 'The front matter has no end.',
    remedy: 'Add a line that is exactly `---` after the last key.',
  },
  MANIFEST_YAML: {
    severity: 'error',
    says: 'The front matter is not valid YAML: {detail}.',
    remedy: 'Correct the YAML at this place.',
  },
  MANIFEST_TOO_DEEP: {
    severity: 'error',
    says: 'The front matter is nested more than {limit} levels deep.',
    remedy: 'Flatten the structure.',
  },
  MANIFEST_TYPE: {
    severity: 'error',
    says: '`{key}` must be {expected}; found {found}.',
    remedy: 'Write for example `{example}`.',
  },
  MANIFEST_VALUE: {
    severity: 'error',
    says: '`{key}` cannot be {found}: {detail}.',
    remedy: 'Write for example `{example}`.',
  },
  MANIFEST_MISSING_KEY: {
    severity: 'error',
    says: 'The manifest has no `{key}`: {detail}.',
    remedy: 'Add for example `{example}`.',
  },
  MANIFEST_UNKNOWN_KEY: {
    severity: 'warning',
    says: '`{key}` is not a manifest key; it has no effect.',
    remedy: '{suggestion}Put your own data under `metadata`.',
  },
  MANIFEST_UNKNOWN_EVENT: {
    severity: 'error',
    says: '"{event}" is not an event.',
    remedy: '{suggestion}`hooks events` lists all.',
  },
  MANIFEST_EVENT_SKIPPED: {
    severity: 'warning',
    says: '"{event}" is not an event; the hook will not be asked for it.',
    remedy: '{suggestion}`hooks events` lists all.',
  },
  MANIFEST_NO_EVENT: {
    severity: 'error',
    says: 'No known event is left: this hook would never run.',
    remedy: 'Name at least one event of `hooks events` under `events`.',
  },
  MANIFEST_MIXED_VOCABULARY: {
    severity: 'error',
    says: '`events` mixes the vocabularies {vocabularies}.',
    remedy: 'Use the names of one vocabulary, or split the hook into two packages.',
  },
  MANIFEST_CONFLICT: {
    severity: 'error',
    says: '`{first}` and `{second}` exclude each other: {detail}.',
    remedy: 'Keep one of the two.',
  },
  MANIFEST_CLAMPED: {
    severity: 'warning',
    says: '`{key}` is {found}, above the cap; {used} is used.',
    remedy: 'Write {used} or less.',
  },
  MANIFEST_MATCHER: {
    severity: 'error',
    says: '`matcher` {found} is not valid: {detail}.',
    remedy: 'Write a tool name, names joined by `|`, or a pattern such as `mcp__github__.*`.',
  },
  MANIFEST_NO_SUBJECT: {
    severity: 'error',
    says: '`{key}` has nothing to compare with on {event}: the hook would never run there.',
    remedy: 'Remove `{key}`, or {event} from `events`.',
  },
  MANIFEST_CONDITION: {
    severity: 'error',
    says: '`if` {found} is not valid: {detail}.',
    remedy: 'Write `Tool` or `Tool(glob)`, for example `Bash(git push*)`.',
  },
  MANIFEST_MODIFY: {
    severity: 'error',
    says: '`modify.{event}` cannot be {found}: {detail}.',
    remedy: 'Write for example `{example}`.',
  },
  MANIFEST_NO_EFFECT: {
    severity: 'warning',
    says: '`{key}` has no effect: {detail}.',
    remedy: 'Remove `{key}`.',
  },
  MANIFEST_NEVER_FIRES: {
    severity: 'warning',
    says: 'No event of this manifest is ever fired here: the hook will not run.',
    remedy: 'Name at least one event of `hooks events`.',
  },
  MANIFEST_VERSION: {
    severity: 'warning',
    says: '`version` is {found}, which is not a semantic version; it is ignored.',
    remedy: 'Write for example `version: 1.2.0`.',
  },
  MANIFEST_TIMEOUT_UNIT: {
    severity: 'warning',
    says: '`timeout` counts seconds; {found} looks like milliseconds.',
    remedy: 'Write `timeout: {found}ms` if you mean milliseconds.',
  },
  MANIFEST_NO_SHELL: {
    severity: 'warning',
    says: '`command` holds {found}, and no shell runs it: the program is given it as it stands.',
    remedy: 'Add `shell: true`, or quote it if the program is meant to read it.',
  },
  URL_INVALID: {
    severity: 'error',
    says: '`url` {found} cannot be used: {detail}.',
    remedy: 'Write for example `url: https://example.com/hook`.',
  },

  // Packages
  PACKAGE_UNAPPROVABLE: {
    severity: 'error',
    says: '{path} cannot be approved: {detail}.',
    remedy: '{fix}',
  },
  PACKAGE_NAME: {
    severity: 'error',
    says: '{name} is not a package name.',
    remedy: 'Use letters, digits, dot, dash and underscore, at most 64, beginning with a letter or digit.',
  },
  SHADOWED: {
    severity: 'error',
    says: '"{name}" is taken by {winner} in the same root; this package is not used.',
    remedy: 'Give one of the two another `name`.',
  },
  ROOT_UNREADABLE: {
    severity: 'warning',
    says: 'The hook root cannot be read: {detail}. Other roots are not affected.',
    remedy: 'Make it a readable folder, or remove it.',
  },
  ROOT_NOT_TRUSTED: {
    severity: 'error',
    says: 'The managed folder is ignored: {detail}.',
    remedy: 'Make it owned by root and not writable by others.',
  },
  MANIFEST_MISSING: {
    severity: 'warning',
    says: 'The folder has no HOOK.md; it is not a hook package.',
    remedy: 'Add a HOOK.md, or move the folder out of the hook root.',
  },

  // Lints of `hooks check`
  EXIT_ONE_DOES_NOT_BLOCK: {
    severity: 'warning',
    says: '`exit 1` does not block in the {convention} convention; it counts as a failure and the call goes on.',
    remedy: 'Exit with 2 to block, or set `onFailure: block`.',
  },
  MATCHER_MATCHES_NOTHING: {
    severity: 'warning',
    says: '`matcher` {found} matches no known tool.',
    remedy: '{suggestion}Tools of an MCP server are written `mcp__server__tool`.',
  },
  ENV_NEVER_PASSED: {
    severity: 'warning',
    says: '{name} is never passed to a handler.',
    remedy: 'Remove it from `{key}`.',
  },

  // Eligibility
  ELIGIBILITY_OS: {
    severity: 'error',
    says: 'runs on {want} only; this is {found}',
    remedy: 'Use it on {want}.',
  },
  ELIGIBILITY_ARCH: {
    severity: 'error',
    says: 'runs on {want} only; this is {found}',
    remedy: 'Use it on {want}.',
  },
  ELIGIBILITY_BIN: {
    severity: 'error',
    says: '{want} is not on the PATH',
    remedy: 'Install {want}.',
  },
  ELIGIBILITY_ANY_BIN: {
    severity: 'error',
    says: 'none of {want} is on the PATH',
    remedy: 'Install one of {want}.',
  },
  ELIGIBILITY_ENV: {
    severity: 'error',
    says: '{want} is not set',
    remedy: 'Set {want} before starting the agent.',
  },
  ELIGIBILITY_NODE: {
    severity: 'error',
    says: 'needs Node {want}; this is {found}',
    remedy: 'Install Node {want}.',
  },
  ELIGIBILITY_HOOKMD: {
    severity: 'error',
    says: 'needs HookMD {want}; this is {found}',
    remedy: 'Update HookMD.',
  },
  MODE_NOT_BUILT: {
    severity: 'error',
    says: '{what} is not part of this version of HookMD',
    remedy: 'Use `command`, or a later version.',
  },
  HANDLER_NOT_RUNNABLE: {
    severity: 'error',
    says: '{detail}',
    remedy: '{fix}',
  },

  // Settings
  CONFIG_UNREADABLE: {
    severity: 'error',
    says: 'The configuration cannot be read: {detail}.',
    remedy: 'Make it a readable file.',
  },
  CONFIG_YAML: {
    severity: 'error',
    says: 'The configuration is not valid YAML: {detail}.',
    remedy: 'Correct the YAML at this place.',
  },
  CONFIG_VALUE: {
    severity: 'error',
    says: '`{key}` {detail}.',
    remedy: 'Write for example `{example}`.',
  },
  CONFIG_UNKNOWN_KEY: {
    severity: 'error',
    says: '`{key}` is not a configuration key.',
    remedy: '{suggestion}Correct or remove it.',
  },
  CONFIG_NOT_FOR_PROJECT: {
    severity: 'error',
    says: 'A project cannot set `{key}`: {why}. The key has no effect.',
    remedy: 'Move it to the user configuration ~/.hookmd/config.yaml.',
  },
  MORE_ISSUES: {
    severity: 'warning',
    says: 'There are {count} more issues in this file.',
    remedy: 'Correct those shown first.',
  },

  // State
  STATE_CORRUPT: {
    severity: 'warning',
    says: 'A state record was damaged and set aside as {aside}.',
    remedy: 'Run `hooks list` and enable what is missing again.',
  },
  STATE_NOT_WRITABLE: {
    severity: 'error',
    says: 'The state folder cannot be written: {detail}. Nothing was changed.',
    remedy: 'Free space or fix the permissions of {path}.',
  },
  STATE_IGNORED: {
    severity: 'error',
    says: 'State is ignored: {detail}.',
    remedy: 'Make {path} readable, your own and not writable by others; remove it if you did not expect it.',
  },
  SESSION_NOT_WRITABLE: {
    severity: 'warning',
    says: 'The session cannot be remembered: {detail}. A hook that runs once may run again.',
    remedy: 'Free space or fix the permissions of {path}.',
  },
  STATE_LOCKED: {
    severity: 'error',
    says: 'Another hooks command has held the lock {path} for {seconds} s. Nothing was changed.',
    remedy: 'Wait for it to end; if none is running, remove it.',
  },
  STATE_IN_PROJECT: {
    severity: 'error',
    says: 'The {what} {path} lies inside the project {project}: a repository would choose what is trusted.',
    remedy: 'Use a folder outside the project.',
  },
  STORE_DAMAGED: {
    severity: 'error',
    says: 'The approved copy of {name} is missing or was changed; the hook does not run.',
    remedy: 'Run `hooks trust {name}` to approve it anew.',
  },
  JOURNAL_NOT_WRITABLE: {
    severity: 'warning',
    says: 'The journal cannot be written: {detail}. Decisions are not affected.',
    remedy: 'Free space or fix the permissions of {path}.',
  },

  // Commands
  HOOK_NOT_FOUND: {
    severity: 'error',
    says: 'There is no hook "{name}".',
    remedy: '{suggestion}`hooks list --all` shows every hook.',
  },
  HOOK_AMBIGUOUS: {
    severity: 'error',
    says: '"{name}" could be {candidates}.',
    remedy: 'Use one of these names.',
  },
  HOOK_INVALID: {
    severity: 'error',
    says: '{name} has errors and cannot be {action}.',
    remedy: 'See `hooks info {name}`.',
  },
  HOOK_VANISHED: {
    severity: 'error',
    says: 'The folder of {name} is gone: there is nothing to approve. Nothing was changed.',
    remedy: 'Put the folder back, or run `hooks disable {name}`.',
  },
  HOOK_MANAGED: {
    severity: 'error',
    says: '{name} is managed; only the administrator of this machine can change it.',
    remedy: 'Edit /etc/hookmd.',
  },
  EVENT_NOT_FOUND: {
    severity: 'error',
    says: 'There is no event "{name}".',
    remedy: '{suggestion}`hooks events` lists all.',
  },
  AGENT_NOT_FOUND: {
    severity: 'error',
    says: 'There is no agent "{name}".',
    remedy: '{suggestion}Known: {known}.',
  },
  COMMAND_NOT_FOUND: {
    severity: 'error',
    says: 'There is no command "{name}".',
    remedy: '{suggestion}`hooks --help` lists all.',
  },
  USAGE: {
    severity: 'error',
    says: '{detail}',
    remedy: '{fix}',
  },
  PAYLOAD: {
    severity: 'error',
    says: 'The payload {detail}.',
    remedy: '{fix}',
  },
  AGENT_CALLS: {
    severity: 'error',
    says: '`hooks {command}` was called by an agent ({variable} is set). Nothing was changed.',
    remedy: 'Run it yourself, in a terminal of your own.',
  },
  APPROVAL_NEEDED: {
    severity: 'error',
    says: '{name} needs your approval, and this is not a terminal. Nothing was changed.',
    remedy: 'Look at `hooks info {name}`, then answer with {flag}.',
  },
  APPROVAL_DECLINED: {
    severity: 'error',
    says: '{name} was not approved. Nothing was changed.',
    remedy: 'Run `hooks {command} {name}` again when you are ready.',
  },
  DIGEST_MISMATCH: {
    severity: 'error',
    says: '{name} has the digest {found}, not {given}. Nothing was changed.',
    remedy: 'Look at the package, then give the digest that `hooks info {name}` shows.',
  },
  NOT_APPROVED: {
    severity: 'error',
    says: 'Nobody has approved {name}: there is nothing to compare with.',
    remedy: 'Look at it, then run `hooks enable {name}`.',
  },
  TRACE_NOT_FOUND: {
    severity: 'error',
    says: 'The journal has no dispatch {name}.',
    remedy: '{fix}',
  },
  INTERNAL: {
    severity: 'error',
    says: 'HookMD has a bug: {detail}.',
    remedy: 'Please report it with the output of `HOOKMD_LOG=debug` and the command.',
  },
} as const;

catalogue satisfies Readonly<Record<string, CatalogueRow>>;

export type Code = keyof typeof catalogue;

export type Parameters = Readonly<Record<string, string | number>>;

/** Fills the `{name}` places of a sentence; a place without a parameter is a bug and throws. */
export function fillSentence(sentence: string, parameters: Parameters): string {
  return sentence.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = parameters[name];
    if (value === undefined) throw new Error(`The sentence "${sentence}" needs "${name}".`);
    return String(value);
  });
}
