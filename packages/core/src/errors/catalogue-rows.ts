/**
 * Every code HookMD can show, as data: what happened and the one thing to do about it.
 *
 * `{name}` is filled from the parameters of the call. Codes are permanent; sentences may improve.
 * docs/reference/errors.md is generated from this table and held equal to it by a test.
 *
 * In a file of its own: the command line reads it when the first sentence is needed, and most calls need none
 * (scripts/lazy-siblings.mjs).
 */
export const makeCatalogue = () =>
  ({
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
    MANIFEST_FOREIGN_KEY: {
      severity: 'warning',
      says: '`{key}` is a key of {system}; it has no effect here.',
      remedy: 'Write {instead}.',
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
      says: '`{key}` counts seconds; {found} looks like milliseconds.',
      remedy: 'Write `{key}: {found}ms` if you mean milliseconds.',
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
      says: '"{name}" is taken by {winner}; this one is not used.',
      remedy: 'Give one of the two another `name`.',
    },
    EXECUTABLE_SKIPPED: {
      severity: 'warning',
      says: 'Not a hook: {detail}.',
      remedy:
        'Make it a file with an exec bit if it shall be one (`chmod +x`), else move it to another folder.',
    },
    EXECUTABLE_SHADOWED: {
      severity: 'warning',
      says: '{winner} has this name too and goes before it; this one does not run here.',
      remedy: 'Rename one of the two if both shall run.',
    },
    EXECUTABLE_BEHIND_BROKEN: {
      severity: 'error',
      says: '{path} has the name of {other} and goes before it once it is approved, and it cannot be used.',
      remedy: 'Mend it, or rename it.',
    },
    EXECUTABLE_DISABLED_HERE: {
      severity: 'hint',
      says: '{path} is disabled in this project, and this one of the same name runs all the same.',
      remedy: 'Run `hooks disable {name} --here` if it shall not run here either.',
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
    POLICY_NOT_TRUSTED: {
      severity: 'error',
      says: 'The policy of this machine is ignored: {detail}. Until that is mended, what hooks could block is blocked.',
      remedy: 'As root: `chown root` and `chmod go-w` of what is named.',
    },
    POLICY_UNREADABLE: {
      severity: 'error',
      says: 'The policy of this machine cannot be read: {detail}. Until that is mended, what hooks could block is blocked.',
      remedy: 'Ask the administrator to make it YAML that everybody can read.',
    },
    POLICY_VALUE: {
      severity: 'error',
      says: 'In the policy of this machine, `{key}` {detail}. Until that is mended, what hooks could block is blocked.',
      remedy: 'Ask the administrator to write for example `{example}`.',
    },
    POLICY_UNKNOWN_KEY: {
      severity: 'error',
      says: '`{key}` is not a key of the policy of this machine. Until that is mended, what hooks could block is blocked.',
      remedy: '{suggestion}Ask the administrator to correct or remove it.',
    },
    POLICY_REQUIRED: {
      severity: 'error',
      says: 'The policy of this machine requires {name}, which {detail}. Until then, what it is for is blocked.',
      remedy: '{fix}',
    },
    POLICY_DENIED: {
      severity: 'error',
      says: 'The policy of this machine denies these bytes ({path}:{line}).',
      remedy: 'Use another version, or ask the administrator.',
    },
    POLICY_MANAGED_ONLY: {
      severity: 'warning',
      says: 'The policy of this machine lets only managed hooks run ({path}).',
      remedy: 'Ask the administrator to require it, or to put it into /etc/hookmd/hooks.',
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
      remedy: 'Exit with {blocking} to block, or set `onFailure: block`.',
    },
    HTTP_ADDRESS_REFUSED: {
      severity: 'warning',
      says: '`url` names {host}, which is never asked: {detail}.',
      remedy: 'Name a public host, or a service on this machine (`http://127.0.0.1:PORT`).',
    },
    HTTP_UNENCRYPTED: {
      severity: 'warning',
      says: '`url` sends every event to {host} as plain text, and whoever is on the way can answer in its place.',
      remedy: 'Use `https://`.',
    },
    HTTP_VARIABLE_UNNAMED: {
      severity: 'warning',
      says: '`headers` needs the variable {name}, which `env` does not name: unless somebody grants it, each run fails.',
      remedy: 'Add `env: [{name}]`.',
    },
    HTTP_PROXY_UNUSED: {
      severity: 'warning',
      says: '{names} is set, and hooks that ask a service use no proxy: they connect by themselves, so that what was judged is what is asked.',
      remedy:
        'Let the machine reach the service directly, or run a service on this machine that goes through the proxy.',
    },
    SCRIPT_IS_BARE: {
      severity: 'warning',
      says: '`{word}` is looked for in the working directory of the session, not in the package: a file of the project would run instead.',
      remedy: 'Write `./{word}` under `command`.',
    },
    MATCHER_MATCHES_NOTHING: {
      severity: 'warning',
      says: '`{key}` {found} matches no known tool.',
      remedy: '{suggestion}Tools of an MCP server are written `mcp__server__tool`.',
    },
    MATCHER_EXCLUDES_CONDITION: {
      severity: 'warning',
      says: '`matcher` {matcher} and `if` {condition} mean different tools: no call meets both.',
      remedy: 'Let both name the same tool, or remove `matcher`.',
    },
    EVENT_NEVER_FIRED: {
      severity: 'warning',
      says: 'No agent that HookMD knows ever fires {events}; only `hooks run` and the library do.',
      remedy: 'Name an event that one fires under `events`: `hooks events` says which.',
    },
    ANSWER_OF_ANOTHER_SYSTEM: {
      severity: 'warning',
      says: '`{found}` is an answer of {system}; in the {convention} convention it says nothing and the event goes on.',
      remedy: 'Print {instead}, or set `protocol: {protocol}`.',
    },
    EVENT_OF_ANOTHER_SYSTEM: {
      severity: 'warning',
      says: '"{event}" is a name of {system}, and `protocol` is {convention}: the handler reads and answers what it does not expect.',
      remedy: 'Write {instead} under `events`, or set `protocol: {protocol}`.',
    },
    GUARD_IS_BROAD: {
      severity: 'hint',
      says: 'This guard {cost} for every tool call.',
      remedy: 'Narrow it by `matcher` or `if`, for example `matcher: Bash|Write`.',
    },
    GATE_IS_SLOW: {
      severity: 'hint',
      says: 'The agent may wait {timeout} for this hook before {event}.',
      remedy: 'Write a `timeout` of a few seconds.',
    },
    ORDER_BY_NAME: {
      severity: 'hint',
      says: '{name} and {other} may both change {what} on {event} at priority {priority}: their names decide which one wins.',
      remedy: 'Give the one that shall come last a higher `priority`.',
    },

    // Test cases
    CASE_UNREADABLE: {
      severity: 'error',
      says: 'The case file cannot be read: {detail}.',
      remedy: 'Make it a readable regular file of at most 1 MiB.',
    },
    CASE_JSON: {
      severity: 'error',
      says: 'The case file is not one JSON document: {detail}.',
      remedy: 'Correct the JSON at this place.',
    },
    CASE_VALUE: {
      severity: 'error',
      says: '`{key}` {detail}.',
      remedy: 'Write for example `{example}`.',
    },
    CASE_UNKNOWN_KEY: {
      severity: 'error',
      says: '`{key}` is not a key of a test case.',
      remedy: '{suggestion}Correct or remove it.',
    },

    // Handlers that are built
    BUILD_FAILED: {
      severity: 'error',
      says: 'The handler cannot be built: {detail}.',
      remedy: 'Correct it; `hooks build --check` looks again and writes nothing.',
    },
    BUILD_DOUBTFUL: {
      severity: 'warning',
      says: 'The handler may not do what it says: {detail}.',
      remedy: 'Look at this place; `hooks build --check` looks again.',
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
      remedy: 'Run `export {want}=…` in the shell that starts the agent{or}.',
    },
    ELIGIBILITY_MODEL: {
      severity: 'error',
      says: 'no model is configured as {want}',
      remedy:
        'Run `hooks config set models.{want} \'{ provider: openai-compatible, baseURL: "http://localhost:11434/v1", model: qwen3 }\'` with what you use.',
    },
    ELIGIBILITY_MODEL_KEY: {
      severity: 'error',
      says: '{want}, which holds the key of its model, is not set',
      remedy: 'Run `export {want}=…` in the shell that starts the agent.',
    },
    ELIGIBILITY_MODEL_HOST: {
      severity: 'error',
      says: 'this program asks no models',
      remedy: 'Give `createHooks` the `models` of `@hookmd/models`.',
    },
    ELIGIBILITY_OPTION: {
      severity: 'error',
      says: 'its option {want} has no value',
      remedy: 'Run `hooks config set package.{name}.options.{want} VALUE`.',
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
    ELIGIBILITY_ISOLATION: {
      severity: 'error',
      says: 'It is to run isolated, and cannot: {detail}.',
      remedy: '{fix}',
    },
    HANDLER_NOT_RUNNABLE: {
      severity: 'error',
      says: '{detail}',
      remedy: '{fix}',
    },

    EXECUTABLE_EVENT: {
      severity: 'error',
      says: 'asked for its event, it {detail}',
      remedy:
        'Let `{file} hook` print one of {events}, nothing else, and exit with 0; then run `hooks enable {name}`.',
    },

    // Why a hook does not run though nothing is wrong with it
    HOOKS_OFF: {
      severity: 'warning',
      says: '`hooks.enabled` is false in the configuration',
      remedy: '{fix}',
    },
    DISABLED: {
      severity: 'hint',
      says: 'it is disabled {where}',
      remedy: 'Run `hooks enable {name}`.',
    },
    DISABLED_BY_NAME: {
      severity: 'hint',
      says: 'it is disabled by the name of its file, {path}',
      remedy: 'Rename that to {name}.',
    },
    UNTRUSTED: {
      severity: 'warning',
      says: 'nobody has approved it',
      remedy: 'Look at it, then run `hooks enable {name}`.',
    },
    CHANGED: {
      severity: 'warning',
      says: 'it changed since it was approved; the approved bytes go on running',
      remedy: 'See `hooks diff {name}`, then run `hooks trust {name}`.',
    },
    LINKED: {
      severity: 'hint',
      says: 'what stands in {path} runs, approved or not',
      remedy: 'Run `hooks remove {name}` once you are done with writing it.',
    },
    LINK_REFUSED: {
      severity: 'error',
      says: '{name} is linked, and what it is linked to does not run: {detail}.',
      remedy: 'Make the folder and all in it your own, and not writable by others.',
    },
    LINK_IN_PROJECT: {
      severity: 'warning',
      says: '{name} is linked to a folder of this project, which its agent can change: it does not run here.',
      remedy: 'Approve it where it stands, or work on it in a project of its own.',
    },
    VANISHED: {
      severity: 'warning',
      says: 'its folder is gone; {consequence}',
      remedy: 'Put the folder back, or run `hooks disable {name}`.',
    },

    // What `hooks doctor` finds around the hooks
    NODE_TOO_OLD: {
      severity: 'error',
      says: 'This is Node {found}; HookMD needs {want}.',
      remedy: 'Install Node {want}.',
    },
    HOOKS_NOT_ON_PATH: {
      severity: 'hint',
      says: 'No `hooks` is on the PATH; an agent must be given the whole path of this one.',
      remedy: 'Put a link to {path} into a folder of the PATH, or write that path in its settings.',
    },
    HOOKS_OTHER_ON_PATH: {
      severity: 'warning',
      says: 'The `hooks` on the PATH is {found}, not this one, {path}.',
      remedy: 'Put the folder of this one first on the PATH, or remove the other.',
    },
    ROOT_WRITABLE: {
      severity: 'warning',
      says: 'Others can change what stands in this hook root: {detail}. What you approved is safe from them; what you enable next may be theirs.',
      remedy: 'Run `chmod go-w {path}`, and make it your own.',
    },
    HOST_CANNOT: {
      severity: 'warning',
      says: '{name} needs {needs}, and no agent that is attached gives it that at its events ({agents}): it is never asked.',
      remedy:
        '`hooks agents` and the name of an agent say what that honours. Attach one that does, or run `hooks disable {word}`.',
    },
    WIRING_NONE: {
      severity: 'warning',
      says: 'No agent is attached: none tells HookMD of its events.',
      remedy: 'Run `hooks attach {agent}`, or with the name of another agent; `hooks agents` lists them.',
    },
    WIRING_UNREADABLE: {
      severity: 'warning',
      says: 'These settings of {agent} cannot be read: {detail}.',
      remedy: 'Correct the file; {agent} most likely ignores it too.',
    },
    WIRING_OFF: {
      severity: 'error',
      says: '{agent} starts no hooks at all: `disableAllHooks` is true.',
      remedy: 'Remove `disableAllHooks` from {path}.',
    },
    WIRING_BROKEN: {
      severity: 'error',
      says: '{agent} cannot start HookMD at {event}: {detail}',
      remedy: '{fix}',
    },
    WIRING_MISSES_EVENT: {
      severity: 'warning',
      says: '{agent} does not tell HookMD of {events}, and {hooks} would be asked there.',
      remedy: 'Run `hooks attach {agent}`: it adds what is missing.',
    },
    AGENT_NOT_ATTACHED: {
      severity: 'error',
      says: '{agent} is not told of HookMD: nothing of it stands in {path}.',
      remedy: 'Run `hooks attach {agent}`.',
    },
    AGENT_NOT_TRUSTED: {
      severity: 'error',
      says: '{says}.',
      remedy: '{remedy}',
    },
    AGENT_TRUST_UNKNOWN: {
      severity: 'hint',
      says: '{says}. Whether that is done cannot be told from here.',
      remedy: '{remedy}',
    },
    AGENT_NO_ANSWER: {
      severity: 'error',
      says: 'A drill by what {agent} starts got no answer: `{command}` {detail}.',
      remedy:
        'Run `hooks attach {agent}`: it makes the launcher anew. Then `hooks doctor {agent}` tries again.',
    },
    AGENT_ASKS_NOBODY: {
      severity: 'warning',
      says: 'No hook that is ready waits for an event that {agent} tells of.',
      remedy: 'Run `hooks list`, and `hooks enable` one.',
    },
    AGENT_NEVER_SEEN: {
      severity: 'hint',
      says: 'No event of {agent} ever came.',
      remedy:
        'Start a new session: one that was open before goes on without hooks. Then look at `hooks log`.',
    },
    LAUNCHER_MISSING: {
      severity: 'error',
      says: 'The launcher that the settings name is not there: {path}.',
      remedy: 'Run `hooks serve --launcher`.',
    },
    LAUNCHER_STALE: {
      severity: 'error',
      says: 'The launcher would start {moved}, which is not there any more.',
      remedy: 'Run `hooks serve --launcher`: it writes down where Node and HookMD are now.',
    },
    LAUNCHER_SCRIPT: {
      severity: 'hint',
      says: 'The launcher is a script: it starts Node for each event, and asks no runtime.',
      remedy: 'Install a C compiler (`cc`), then run `hooks serve --launcher`.',
    },
    ACTIVE_SET_OUTDATED: {
      severity: 'warning',
      says: 'What events read was compiled {cause}.',
      remedy: 'Run `hooks list`: it compiles anew what changed.',
    },
    ACTIVE_SET_DIFFERS: {
      severity: 'error',
      says: 'What events read says something else than the packages do about {hooks}, although nothing changed since it was compiled.',
      remedy: 'Run `rm {path}`: the next event compiles it anew.',
    },
    HOOK_FAILING: {
      severity: 'warning',
      says: '{name} failed {failed} of {asked} times in the last day, and the last time: {reason}.',
      remedy: 'Run `hooks trace {trace}`.',
    },
    HOOK_FAILED_BEFORE: {
      severity: 'hint',
      says: '{name} failed {failed} of {asked} times in the last day, and works again.',
      remedy: 'Run `hooks trace {trace}` if you want to know why.',
    },
    HOOK_SLOW: {
      severity: 'warning',
      says: '{name} needs {used} of the {limit} it has, in one of twenty runs or more.',
      remedy: 'Make it faster, or give it more `timeout`.',
    },
    BREAKER_OPEN: {
      severity: 'warning',
      says: '{name} failed five times in a row and is not asked for a minute.',
      remedy: 'Run `hooks doctor --fire {name}` to see why.',
    },
    LEFT_LOCK: {
      severity: 'hint',
      says: 'A command that was killed left its lock; the next one takes it over.',
      remedy: 'Run `rm -r {path}` if you want it away now.',
    },
    LEFT_FILE: {
      severity: 'hint',
      says: 'A process that was killed left this; nothing reads it.',
      remedy: 'Run `rm -rf {path}`.',
    },
    LEFT_CORRUPT: {
      severity: 'warning',
      says: 'A damaged record was set aside here; what it said does not hold.',
      remedy: 'Enable what is missing again, then run `rm {path}`.',
    },
    LEFT_COPIES: {
      severity: 'hint',
      says: 'The store holds {size} that no approval names and nothing runs.',
      remedy: 'Run `hooks gc`.',
    },
    LEFT_APPROVALS: {
      severity: 'hint',
      says: '{project} is gone, and what was approved for it still is: {names}.',
      remedy: 'Run `hooks gc --projects` to forget them.',
    },
    LEFT_PROCESS: {
      severity: 'warning',
      says: 'A process of {name} outlived the event it was started for.',
      remedy: 'Run `kill {pid}`; `hooks trace {trace}` shows the event.',
    },
    DRILL_NOT_RUN: {
      severity: 'error',
      says: '{name} was not asked: {reason}.',
      remedy: 'See `hooks info {name}`.',
    },
    DRILL_FAILED: {
      severity: 'error',
      says: '{name} failed on a sample of {event}: {reason}.',
      remedy: 'Mend it, then run `hooks doctor --fire {name}` again.',
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
    OPTION_UNKNOWN: {
      severity: 'error',
      says: '`{path}` is set, and the hook {name} has no such option.',
      remedy: '{suggestion}`hooks info {name}` lists its options.',
    },
    OPTION_VALUE: {
      severity: 'error',
      says: '`{path}` must be {expected}; found {found}. It is ignored.',
      remedy: 'Correct it; `hooks info {name}` lists the options with their values.',
    },
    OPTION_NOT_FOR_PROJECT: {
      severity: 'error',
      says: 'A project cannot set `{path}`: {why}.',
      remedy: 'Set it in the user configuration ~/.hookmd/config.yaml.',
    },
    CONFIG_NOT_FOR_PROJECT: {
      severity: 'error',
      says: 'A project cannot set `{key}`: {why}. The key has no effect.',
      remedy: 'Leave it out of the project; for yourself, set it with `hooks config set`.',
    },
    CONFIG_NOT_WRITABLE: {
      severity: 'error',
      says: 'The configuration {path} cannot be written: {detail}. Nothing was changed.',
      remedy: 'Free space or fix the permissions of its folder.',
    },
    CONFIG_LINK_LEAVES_PROJECT: {
      severity: 'error',
      says: '{path} is a link to {target}, outside the project. Nothing was changed.',
      remedy: 'Edit that file itself, or replace the link by a file.',
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
      remedy:
        'Make {path} readable, your own and not writable by others; remove it if you did not expect it.',
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
    RUNTIME_FOLDER: {
      severity: 'error',
      says: 'The folder of the resident runtime, {path}, is not for its owner alone: {detail}. No event goes through it; each is judged by a process of its own.',
      remedy: 'Remove it: it is made anew.',
    },
    RUNTIME_RUNS: {
      severity: 'error',
      says: 'A resident runtime of {path} runs already.',
      remedy: 'See `hooks status`; `hooks serve --stop` ends it.',
    },
    LAUNCHER_PLACE: {
      severity: 'error',
      says: 'No launcher can be made: the path {path} has a line break in it.',
      remedy: 'Use a folder without one: `--state DIR`, `--home DIR`.',
    },
    RUNTIME_STUCK: {
      severity: 'error',
      says: 'The resident runtime of {path} does not answer. Launchers that it keeps waiting judge their events without it.',
      remedy: 'End its process: `hooks doctor` and the system list it as `hooks serve`.',
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

    JOURNAL_DAMAGED: {
      severity: 'warning',
      says: 'Skipped in the journal: {what}.',
      remedy: 'Nothing needs to be done: every other record is whole.',
    },

    // Commands
    // What is not found ends with 1 where it might be there (a hook, a dispatch, a version), with 2 where the word is wrong
    // (a command, an event, an agent, a setting) or a file that the call names is missing.
    HOOK_NOT_FOUND: {
      severity: 'error',
      says: 'There is no hook "{name}".',
      remedy: '{suggestion}`hooks list --all` shows every hook.',
      exitCode: 1,
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
    HANDLER_NOT_BUILT: {
      severity: 'error',
      says: '{name} was not approved: its handler cannot be built. {detail}.',
      remedy: 'Mend what is named; `hooks build {name} --check` tries it again.',
    },
    EXECUTABLE_ANSWER: {
      severity: 'error',
      says: '{name} was not approved: asked for its event, it {detail}.',
      remedy: 'Let `{file} hook` print one of {events}, nothing else, and exit with 0.',
    },
    EXECUTABLE_NOT_RUNNABLE: {
      severity: 'error',
      says: '{name} was not approved, because it cannot be run: {detail}',
      remedy: '{fix}',
    },
    HOOK_VANISHED: {
      severity: 'error',
      says: 'The folder of {name} is gone: there is nothing to approve. Nothing was changed.',
      remedy: 'Put the folder back, or run `hooks disable {name}`.',
    },
    HOOK_BUILTIN: {
      severity: 'error',
      says: '{name} is part of HookMD: it has no files to look at, and needs no approval.',
      remedy: 'See `hooks info {name}`.',
    },
    HOOK_MANAGED: {
      severity: 'error',
      says: '{name} is managed; only the administrator of this machine can change it.',
      remedy: 'Edit /etc/hookmd.',
    },
    HOOK_REQUIRED: {
      severity: 'error',
      says: '{name} is required by the policy of this machine ({path}:{line}). Nothing was changed.',
      remedy: 'Ask the administrator.',
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
    SETTING_NOT_FOUND: {
      severity: 'error',
      says: 'There is no setting `{key}`.',
      remedy: '{suggestion}`hooks config get` shows all that hold.',
    },
    SETTING_NOT_SET: {
      severity: 'error',
      says: '`{key}` is not set.',
      remedy: 'Set it with `hooks config set {word} VALUE`.',
    },
    // Packages that are fetched
    SPEC_INVALID: {
      severity: 'error',
      says: '"{spec}" cannot be installed: {detail}. Nothing was fetched.',
      remedy: '{fix}',
    },
    SOURCE_UNREADABLE: {
      severity: 'error',
      says: '{path} cannot be read: {detail}. Nothing was installed.',
      remedy: 'Name a folder or tarball that you can read.',
    },
    SOURCE_UNREACHABLE: {
      severity: 'error',
      says: '{url} gave no package: {detail}. Nothing was installed.',
      remedy: '{fix}',
    },
    VERSION_NOT_FOUND: {
      severity: 'error',
      says: 'The registry has no {spec}{detail}.',
      remedy: '{fix}',
      exitCode: 1,
    },
    RELEASE_TOO_NEW: {
      severity: 'error',
      says: '{spec} {detail}: it is not {age} old yet, in which time most malicious releases are found. Nothing was installed.',
      remedy: 'Wait, name an older version, or take a younger one with `--any-age`.',
    },
    REGISTRY_ANSWER: {
      severity: 'error',
      says: 'What the registry says of {spec} is refused: {detail}. Nothing was installed.',
      remedy: 'Choose another version, or ask who runs {registry}.',
    },
    REGISTRY_SETTINGS: {
      severity: 'error',
      says: 'npm is configured for a registry that is not asked: {detail}. Nothing was installed.',
      remedy: 'Name another one with `npm config set {key} https://…`.',
    },
    RELEASE_DEPRECATED: {
      severity: 'warning',
      says: '{spec} is deprecated: {detail}',
      remedy: 'Look for what its author names instead.',
    },
    NAME_CONFUSING: {
      severity: 'warning',
      says: '"{name}" is nearly "{known}", which you have: it may be meant to be mistaken for it.',
      remedy: 'Compare the two names and publishers before you agree.',
    },
    INTEGRITY_MISMATCH: {
      severity: 'error',
      says: '{what} is not what was promised: {found} instead of {expected}. Nothing was installed.',
      remedy: 'Try again; where it stays so, somebody changed it: tell its publisher.',
    },
    ARCHIVE_DAMAGED: {
      severity: 'error',
      says: 'The archive is refused: {detail}. Nothing was written.',
      remedy: 'Pack it again, with `npm pack` or `tar`.',
    },
    ARCHIVE_NAME: {
      severity: 'error',
      says: '{path} is refused: {detail}. Nothing was written.',
      remedy: 'Rename it or leave it out of the package.',
    },
    ARCHIVE_KIND: {
      severity: 'error',
      says: '{path} is refused: {detail}. Nothing was written.',
      remedy: 'Ship files, folders and links that stay inside only.',
    },
    ARCHIVE_MODE: {
      severity: 'error',
      says: '{path} is refused: {detail}. Nothing was written.',
      remedy: 'Run `chmod ug-s,-t` on it and pack it again.',
    },
    ARCHIVE_TWIN: {
      severity: 'error',
      says: '{path} is refused: {detail}. Nothing was written.',
      remedy: 'Keep one of the two.',
    },
    ARCHIVE_LINK: {
      severity: 'error',
      says: '{path} is refused: {detail}. Nothing was written.',
      remedy: 'Ship the file itself instead of the link.',
    },
    PACKAGE_TOO_LARGE: {
      severity: 'error',
      says: 'The package is refused: it {detail}. Nothing was written.',
      remedy: 'Keep only what is needed to run its hooks.',
    },
    PACKAGE_NAMELESS: {
      severity: 'error',
      says: '"{name}" is no name of a package. Nothing was installed.',
      remedy: 'Give it a `name` of letters, digits, `.`, `_` and `-` in its package.json.',
    },
    PACK_UNREADABLE: {
      severity: 'error',
      says: 'Its package.json cannot be used: {detail}.',
      remedy: 'Correct it, or name the hooks in `"hookmd": {"hooks": ["./NAME"]}`.',
    },
    PACK_ENTRY: {
      severity: 'error',
      says: 'It lists the hook {entry}, which is refused: {detail}.',
      remedy: 'List folders of the package that have a HOOK.md and names of their own.',
    },
    PACK_EMPTY: {
      severity: 'error',
      says: 'There is no hook in the package: {detail}.',
      remedy: 'Write a HOOK.md at its top or in `hooks/NAME`; `hooks new` shows one.',
    },
    GIT_REF_NOT_FOUND: {
      severity: 'error',
      says: 'There is no branch or tag {ref} in the repository {url}. Nothing was installed.',
      remedy: 'Name one of `git ls-remote {url}`, or all digits of a commit.',
      exitCode: 1,
    },
    GIT_MISSING: {
      severity: 'error',
      says: 'The program `git` cannot be started: {detail}. Nothing was installed.',
      remedy: 'Install git, or choose a tarball.',
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
    ENTRIES_UNREADABLE: {
      severity: 'error',
      says: 'Its settings entries cannot be read: {detail}.',
      remedy: 'Correct the file at this place; until then none of its hooks runs.',
    },
    SETTINGS_NOT_FOUND: {
      severity: 'error',
      says: 'There is no {path}, so its hooks cannot take part. Nothing was done.',
      remedy: 'Name a file that is there.',
    },
    ENTRY_SHAPE: {
      severity: 'error',
      says: '`{key}` {detail}.',
      remedy: 'Write for example `{example}`.',
    },
    ENTRY_UNKNOWN_KEY: {
      severity: 'warning',
      says: '`{key}` is not a key of a settings entry; it has no effect.',
      remedy: '{suggestion}Remove it, or make the hook a package.',
    },
    ENTRY_FILE: {
      severity: 'error',
      says: 'The command runs {file}, {detail}: what would run is not what was approved.',
      remedy: '{fix}',
    },
    CALLBACK_INVALID: {
      severity: 'error',
      says: 'This callback cannot be registered: {detail}',
      remedy: 'Correct the call of `hooks.on`; its options mean what they mean in a manifest.',
    },
    OPTIONS_INVALID: {
      severity: 'error',
      says: '`{call}` cannot take these options: {detail} Nothing was opened.',
      remedy: 'Correct them; the type `{type}` says what each is.',
    },
    CALL_INVALID: {
      severity: 'error',
      says: '`{call}` was called with what it does not take: {detail} Nothing was asked or done.',
      remedy: 'Write for example `{example}`.',
    },
    RESULT_INVALID: {
      severity: 'error',
      says: 'The function `{name}` gave what cannot be used: {detail}',
      remedy: '{fix}',
    },
    RULES_INVALID: {
      severity: 'error',
      says: 'These rules cannot be judged: {detail}',
      remedy: 'Correct the call of `hooks.rules`: a rule is the name of a tool, or `Tool(glob)`.',
    },
    HOOKS_CLOSED: {
      severity: 'error',
      says: 'These hooks were closed, so {event} can be asked of nobody.',
      remedy: 'Fire events before `close()`, or open the hooks again with `createHooks`.',
    },
    NO_COMPACTION: {
      severity: 'error',
      says: 'This conversation was to be compacted, and nothing was given that does it. It is as it was.',
      remedy: 'Give `compact` a function, or the session the recipe `compact`.',
    },
    MODEL_BY_NAME: {
      severity: 'error',
      says: '"{model}" is the name of a model, and hooks can only be asked around a model itself. Nothing was called.',
      remedy: "Give the model that your provider makes of the name, such as `gateway('{model}')`.",
    },
    AGENT_NOT_WRAPPED: {
      severity: 'error',
      says: 'The agent of this run has neither a model nor tools that ask hooks, so its calls were made and no hook was asked.',
      remedy:
        'Make it with `session.settings({ model, tools })`, or wrap them with `session.model` and `session.tools`.',
    },
    RUN_GOES_ON: {
      severity: 'error',
      says: 'This conversation has a run that has not ended, and a second one would mix with it. Nothing was asked or done.',
      remedy: 'Wait for the first one or cancel it, or open another session.',
    },
    CONVERSATION_UNKNOWN: {
      severity: 'error',
      says: 'What `hookMiddleware` was given for this run is no conversation that `openLangChainSession` or `subagent` made, and no hook can be asked. Nothing was called.',
      remedy: 'Give the very object that was made, not a copy of it.',
    },
    AGENT_CALLS: {
      severity: 'error',
      says: '`hooks {command}` was called by an agent ({variable} is set). Nothing was changed.',
      remedy: 'Run it yourself, in a terminal of your own.',
    },
    ATTACH_SCOPE: {
      severity: 'error',
      says: '{agent} has no settings of that scope.',
      remedy: '{fix}',
    },
    ATTACH_SHARED_STATE: {
      severity: 'error',
      says: 'What is shared starts the launcher of the state folder that everybody has, {usual}; yours is {state}, and nobody would be asked. Nothing was changed.',
      remedy: 'Attach without `--shared`, or use the state folder that everybody has.',
    },
    ATTACH_UNREADABLE: {
      severity: 'error',
      says: 'These settings of {agent} cannot be read: {detail}.',
      remedy: 'Correct that; then run the command again.',
    },
    ATTACH_JSON: {
      severity: 'error',
      says: 'These settings of {agent} cannot be edited: {detail}.',
      remedy:
        'Correct them at this place; {agent} itself reads them otherwise than they look, or not at all.',
    },
    ATTACH_TAKEN: {
      severity: 'error',
      says: "{agent} starts one file of this name, and that one is somebody else's.",
      remedy: 'Call `{command}` in it, with what came on its standard input; or move it away.',
    },
    ATTACH_NOT_WRITABLE: {
      severity: 'error',
      says: 'These settings of {agent} cannot be written: {detail}.',
      remedy: 'Make them writable, or change them where they come from.',
    },
    ATTACH_LINK_LEAVES_PROJECT: {
      severity: 'error',
      says: 'It is a link to {target}, outside the project.',
      remedy: 'Replace the link by a file, or attach for yourself, without `--shared` and `--scope`.',
    },
    ATTACH_UNANSWERED: {
      severity: 'error',
      says: 'Whether to change the settings of {agent} must be answered, and nobody can be asked here. Nothing was changed.',
      remedy: 'Look at `{command} --dry-run`, then answer with `--yes`.',
    },
    ATTACH_DECLINED: {
      severity: 'error',
      says: 'Nothing was changed, as you said.',
      remedy: 'Run `{command}` again when you are ready.',
    },
    ATTACH_CHANGED: {
      severity: 'error',
      says: '{path} was changed by somebody else after it was shown to you. Nothing was changed.',
      remedy: 'Run the command again.',
    },
    ATTACH_INTERRUPTED: {
      severity: 'error',
      says: '{path} could not be written: {detail}. What was written before it is recorded.',
      remedy: 'Mend that and run the command again, or `hooks detach {agent}`.',
    },
    ATTACH_REVIEW: {
      severity: 'error',
      says: '{agent} could not be told that its hooks were reviewed: {detail}. {state}',
      remedy: 'Review them in {agent} itself, or run the command again.',
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
    TRUST_LIST: {
      severity: 'error',
      says: 'The list of trusted digests {list} is not used: {detail}. Nothing was run or changed.',
      remedy: '{fix}',
    },
    PROJECT_HOOKS_SKIPPED: {
      severity: 'warning',
      says: 'Hooks of this project were not asked, because nobody approved them: {names}.',
      remedy: 'Give their digests from outside of the checkout, in HOOKMD_TRUST_DIGESTS.',
    },
    LISTED_NOT_APPROVED: {
      severity: 'warning',
      says: 'The digest of {name} is listed, and it could not be approved: {detail}',
      remedy: 'Run `hooks enable {name}` to see what is missing.',
    },
    LINK_SPEC: {
      severity: 'error',
      says: '"{spec}" cannot be linked: only folders of this machine can.',
      remedy: 'Leave `--link` out, or name a folder.',
    },
    LINK_IMPOSSIBLE: {
      severity: 'error',
      says: '{path} cannot be linked: {detail}. Nothing was changed.',
      remedy: '{fix}',
    },
    HOOK_LINKED: {
      severity: 'error',
      says: '{name} is linked: what stands in its folder runs, approved or not.',
      remedy: 'Run `hooks remove {name}` first, then install it.',
    },
    NOT_APPROVED: {
      severity: 'error',
      says: 'Nobody has approved {name}: there is nothing to compare with.',
      remedy: 'Look at it, then run `hooks enable {name}`.',
    },
    HOOK_EXISTS: {
      severity: 'error',
      says: 'There is already {what}. Nothing was written.',
      remedy: 'Choose another name, or edit what is there.',
    },
    IMPORT_NOTHING: {
      severity: 'error',
      says: 'There is no hook to import in {path}{detail}.',
      remedy:
        'Name a bare executable, a settings file with `hooks`, a folder with a HOOK.md, or a folder of them.',
    },
    IMPORT_SEVERAL: {
      severity: 'error',
      says: '{path} holds {count} hooks: `--name` and `--event` are about one.',
      remedy: 'Import them one by one, or leave these options out.',
    },
    IMPORT_REFUSED: {
      severity: 'error',
      says: 'It was not imported: {detail}.',
      remedy: '{fix}',
    },
    EVENT_NOT_BLOCKABLE: {
      severity: 'error',
      says: 'No hook can block {event}. Nothing was written.',
      remedy: 'Leave out `--guard`, or choose one of {events}.',
    },
    PACKAGE_NOT_WRITABLE: {
      severity: 'error',
      says: 'The package cannot be written: {detail}. Nothing was left behind.',
      remedy: 'Make {path} a folder that you can write, or free space.',
    },
    BUILD_NO_HANDLER: {
      severity: 'error',
      says: 'In {name} there is nothing to build: {detail}.',
      remedy: 'Ship the package as it is, or write a `handler.ts`: `hooks new --lang ts` shows how.',
    },
    BUILD_NAME_TAKEN: {
      severity: 'error',
      says: '{name} has a {file}, which is not part of its handler {source}. Nothing was written.',
      remedy: 'Rename it: the built handler is called {file}.',
    },
    BUILD_OUT: {
      severity: 'error',
      says: 'The built package cannot be written to {path}: {detail}. Nothing was written.',
      remedy: 'Name a new folder outside the package with `--out`.',
    },
    // Installing
    INSTALL_FOLDER: {
      severity: 'error',
      says: '{path} cannot be used to install: {detail}. Nothing was changed.',
      remedy: '{fix}',
    },
    INSTALL_NOT_WRITABLE: {
      severity: 'error',
      says: 'Nothing can be installed in {path}: {detail}. Nothing was changed.',
      remedy: 'Make it a folder that you can write, or free space.',
    },
    INSTALL_INVALID: {
      severity: 'error',
      says: '{name} has errors, and was not installed. Nothing was changed.',
      remedy: 'Tell its author, or install another version.',
    },
    INSTALL_FOREIGN: {
      severity: 'error',
      says: 'There is a {name} in {path}, which `hooks install` did not put there. Nothing was changed.',
      remedy: 'Move that folder away, or rename it in its HOOK.md, and install again.',
    },
    INSTALL_TAKEN: {
      severity: 'error',
      says: '{package} has a hook {name}, and so has {owner}. Nothing was changed.',
      remedy: 'Choose one of the two; `hooks remove {owner}` takes away what is installed.',
    },
    INSTALL_DIGEST: {
      severity: 'error',
      says: 'Not among the digests that you gave: {found}. Nothing was changed.',
      remedy: 'Find out which bytes are the right ones; `--inspect` shows these.',
    },
    INSTALL_UNANSWERED: {
      severity: 'error',
      says: 'Whether to change {name} must be answered, and nobody can be asked here. Nothing was changed.',
      remedy: 'Look at `{command} --dry-run`, then answer with `--yes`.',
    },
    INSTALL_DECLINED: {
      severity: 'error',
      says: 'Nothing was changed, as you said.',
      remedy: 'Run `{command}` again when you are ready.',
    },
    INSTALL_INTERRUPTED: {
      severity: 'error',
      says: 'It was interrupted while {spec} was fetched. Nothing was changed.',
      remedy: 'Run the same command again when you are ready.',
    },
    INSTALL_SHADOW: {
      severity: 'error',
      says: '`--shadow` writes into {path}, which has errors. Nothing was changed.',
      remedy: 'Mend it first: `hooks check` shows what is wrong.',
    },
    INSTALL_SHADOW_NAME: {
      severity: 'error',
      says: '`--shadow` would hold for {other} too, which has the same name, and it would decide nothing any more. Nothing was changed.',
      remedy: 'Install it without `--shadow`, and read it before you enable it.',
    },
    INSTALL_RACED: {
      severity: 'error',
      says: '{name} was changed by somebody else in the meantime. Nothing was changed here.',
      remedy: 'Run the command again, and look at what it shows now.',
    },
    INSTALL_UNFINISHED: {
      severity: 'error',
      says: '`hooks {title}` could not be finished: {detail}. What it decided is recorded.',
      remedy: 'Mend that, or move it away: the next `hooks` command goes on from there.',
    },
    INSTALL_LEFT: {
      severity: 'warning',
      says: 'A `hooks install`, `update` or `remove` was killed before it was done.',
      remedy: 'Run `hooks list`: it finishes what was decided, and clears away the rest.',
    },
    INSTALL_STAGE: {
      severity: 'warning',
      says: '{path} was left by an installation, and nothing remembers it.',
      remedy: 'Remove it: `rm -r {quoted}`.',
    },
    LOCKFILE_CONFLICT: {
      severity: 'error',
      says: '{place} is in the middle of a merge: there are conflict marks.',
      remedy: 'Settle the conflict, then run `hooks install`.',
    },
    LOCKFILE_INVALID: {
      severity: 'error',
      says: '{place} {detail}.',
      remedy: 'Put an earlier version back, or remove it and install again.',
    },
    LOCK_NONE: {
      severity: 'error',
      says: 'There is no hooks.lock that says what to install.',
      remedy: 'Name it: `hooks install npm:NAME` or `hooks install ./FOLDER`.',
    },
    LOCK_DIFFERS: {
      severity: 'error',
      says: '{name} is not what hooks.lock recorded: {detail}. Nothing was changed.',
      remedy: 'Find out who changed it. If it is meant to be so, run `hooks update {name}`.',
    },
    LOCK_OUTSIDE: {
      severity: 'error',
      says: '{lock} says that {name} comes from {path}, which is outside of the project. Nothing was changed.',
      remedy: 'If you want it, name that folder yourself: `hooks install FOLDER --scope project`.',
    },
    LOCK_CHANGED: {
      severity: 'error',
      says: '{name} is not what hooks.lock says: it was changed by hand after {package} was installed.',
      remedy: '`hooks install` puts it back. To keep the change, move it to a folder of another name.',
    },
    LOCK_MISSING: {
      severity: 'error',
      says: '{name} is not installed, and hooks.lock names it for {package}.',
      remedy: 'Run `hooks install`, or `hooks remove {package}`.',
    },
    SOURCE_DENIED: {
      severity: 'error',
      says: 'The policy of this machine ({path}) lets nobody install from {spec}; it names {allowed}. Nothing was installed.',
      remedy: 'Take it from there, or ask the administrator.',
    },
    POLICY_BROKEN: {
      severity: 'error',
      says: 'The policy of this machine ({path}) cannot be used, so nobody knows what may be installed. Nothing was changed.',
      remedy: '`hooks doctor` says what is wrong; ask the administrator to mend it.',
    },
    DIGEST_DENIED: {
      severity: 'error',
      says: 'The policy of this machine denies the bytes of {name} ({path}:{line}). Nothing was changed.',
      remedy: 'Use another version, or ask the administrator.',
    },
    NOT_INSTALLED: {
      severity: 'error',
      says: '"{name}" is in no hooks.lock: it was not installed.',
      remedy:
        '{suggestion}`hooks outdated --json` lists what is. A folder of your own is yours to change; what comes with HookMD `hooks disable` switches off.',
    },
    INSTALLED_TWICE: {
      severity: 'error',
      says: '"{name}" could be {candidates}.',
      remedy: 'Say which with `--scope`.',
    },
    REMOVE_PART: {
      severity: 'error',
      says: '{name} is one hook of {package}, which has {hooks}. Nothing was changed.',
      remedy: '`hooks remove {package}` takes all away, `hooks disable {name}` switches one off.',
    },
    CASES_MISSING: {
      severity: 'error',
      says: '{name} has no test cases: nothing was tested.',
      remedy: 'Write some into {path}; `hooks new` shows how.',
    },
    TRACE_NOT_FOUND: {
      severity: 'error',
      says: 'The journal has no dispatch {name}.',
      remedy: '`hooks log` lists the latest, `hooks trace --last` shows the last one.',
      exitCode: 1,
    },
    TRACE_AMBIGUOUS: {
      severity: 'error',
      says: '"{name}" is the beginning of several dispatches: {candidates}.',
      remedy: 'Give more of the id, or one of these.',
    },
    JOURNAL_EMPTY: {
      severity: 'error',
      says: 'The journal has no dispatch yet.',
      remedy: 'Fire an event, for example with `hooks run`.',
    },
    LOG_LEVEL: {
      severity: 'warning',
      says: 'HOOKMD_LOG is "{found}", which is no level; only warnings are shown.',
      remedy: 'Set it to debug, info or warn.',
    },
    INTERNAL: {
      severity: 'error',
      says: 'HookMD has a bug: {detail}.',
      remedy: 'Please report it with the output of `HOOKMD_LOG=debug` and the command.',
    },
  }) as const;
