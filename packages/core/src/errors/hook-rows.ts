/** What `hooks check`, `hooks test` and `hooks build` find in a hook, and why one does not run. A part of the catalogue, and of its page. */
export const hookRows = {
  // Lints of `hooks check`
  EXIT_ONE_DOES_NOT_BLOCK: {
    severity: 'warning',
    message:
      '`exit 1` does not block with protocol {protocol}: it counts as a failure, and the call proceeds.',
    remedy: 'Exit with {blocking} to block, or set `onFailure: block`.',
  },
  HTTP_ADDRESS_DENIED: {
    severity: 'warning',
    message: 'HookMD never sends events to {host}, which `url` names: {detail}.',
    remedy: 'Use a public host, or a service on this machine (`http://127.0.0.1:PORT`).{exception}',
  },
  HTTP_UNENCRYPTED: {
    severity: 'warning',
    message:
      '`url` sends every event to {host} unencrypted, so every machine on the network path can read it and fake the response.',
    remedy: 'Use `https://`.',
  },
  HTTP_VARIABLE_UNNAMED: {
    severity: 'warning',
    message: '`headers` uses the variable {name}, which `env` does not list, so every run fails.',
    remedy: 'Add `env: [{name}]`.',
  },
  HTTP_PROXY_UNUSED: {
    severity: 'warning',
    message:
      'HTTP hooks ignore {names}: they connect directly, so that the address that is checked is the one that is called.',
    remedy:
      'Let this machine reach the service directly. Or run a local service that goes through the proxy, and name it in `url`.',
  },
  MATCHER_NEVER_MATCHES: {
    severity: 'error',
    message: '`{key}` {found} matches no tool, so the hook would never run.',
    remedy: '{fix}',
  },
  MATCHER_MATCHES_NOTHING: {
    severity: 'warning',
    message: '`{key}` {found} matches no known tool, so the hook may never run.',
    remedy:
      '{suggestion}Names of tools are case-sensitive. Write tools of an MCP server as `mcp__server__tool`.',
  },
  MATCHER_EXCLUDES_CONDITION: {
    severity: 'warning',
    message: '`matcher` {matcher} and `if` {condition} are about different tools, so no call matches both.',
    remedy: 'Use the same tool in both, or remove `matcher`.',
  },
  EVENT_NEVER_DISPATCHED: {
    severity: 'warning',
    message: 'No supported agent sends {events}; only `hooks run` and the library do.',
    remedy:
      'In `events`, add an event that an agent sends; `hooks events` shows which agents send each event.',
  },
  OUTPUT_OF_ANOTHER_SYSTEM: {
    severity: 'warning',
    message:
      '`{found}` is output for {system}. With protocol {current} it has no effect, and the call proceeds.',
    remedy: 'Print {instead}, or set `protocol: {protocol}`.',
  },
  EVENT_OF_ANOTHER_SYSTEM: {
    severity: 'warning',
    message:
      '"{event}" is an event name of {system}, but `protocol` is {current}, so the handler gets its input in one format and must print its output in another.',
    remedy: 'Write {instead} under `events`, or set `protocol: {protocol}`.',
  },
  CONDITION_OF_ANOTHER_SYSTEM: {
    severity: 'warning',
    message: '`if` {condition} uses the permission rule syntax of another system: {detail}.',
    remedy: '{fix}.',
  },
  GUARD_IS_BROAD: {
    severity: 'hint',
    message: 'This guard {cost} for every tool call.',
    remedy: 'Narrow it with `matcher` or `if`, for example `matcher: Bash|Write`.',
  },
  GATE_IS_SLOW: {
    severity: 'hint',
    message: 'The agent may wait up to {timeout} for this hook before {event}.',
    remedy: 'Set a `timeout` of a few seconds.',
  },
  ORDER_BY_NAME: {
    severity: 'hint',
    message:
      '{name} and {rival} can both change {subject} on {event} with priority {priority}, so their names decide which change wins.',
    remedy: 'Set a higher `priority` on the one that should win.',
  },

  // Test cases
  CASE_UNREADABLE: {
    severity: 'error',
    message: 'HookMD cannot read the test case: {detail}.',
    remedy: 'Make it a readable regular file of at most 1 MiB.',
  },
  CASE_JSON: {
    severity: 'error',
    message: 'The test case is not valid JSON: {detail}.',
    remedy: 'Fix the JSON on this line.',
  },
  CASE_VALUE: {
    severity: 'error',
    message: '`{key}` {detail}.',
    remedy: 'For example: `{example}`.',
  },
  CASE_UNKNOWN_KEY: {
    severity: 'error',
    message: '`{key}` is not a key of a test case.',
    remedy: '{suggestion}Correct or remove it.',
  },

  // Handlers that are built
  SCRIPT_SYNTAX: {
    severity: 'error',
    message: 'The script {problem}.',
    remedy:
      'Fix it, then run `hooks check {name}`. If you approved the hook before, also run `hooks approve {name}`.',
  },
  SCRIPT_VARIABLE: {
    severity: 'warning',
    message: 'The script reads `{variable}`, and HookMD does not pass it.',
    remedy: 'Declare it: `env: [{variable}]` in HOOK.md. If it may be unset, write `{withDefault}`.',
  },
  BUILD_FAILED: {
    severity: 'error',
    message: 'The handler cannot be built: {detail}.',
    remedy: 'Fix it, then run `hooks check {name}`.',
  },
  BUILD_DOUBTFUL: {
    severity: 'warning',
    message: 'The handler may not work as written: {detail}.',
    remedy: 'Check this line, then run `hooks build {name} --check`.',
  },

  // Eligibility
  ELIGIBILITY_OS: {
    severity: 'error',
    message: 'runs only on {want}; this is {found}',
    remedy: 'Use it on {want}.',
  },
  ELIGIBILITY_ARCH: {
    severity: 'error',
    message: 'runs only on {want}; this is {found}',
    remedy: 'Use it on {want}.',
  },
  ELIGIBILITY_BIN: {
    severity: 'error',
    message: '{want} is not on your PATH',
    remedy: 'Install {want}.',
  },
  ELIGIBILITY_ANY_BIN: {
    severity: 'error',
    message: 'none of {want} is on your PATH',
    remedy: 'Install one of {want}.',
  },
  ELIGIBILITY_ENV: {
    severity: 'error',
    message: '{want} is not set',
    remedy: 'Run `export {want}=…` in the shell that starts the agent{or}.',
  },
  ELIGIBILITY_MODEL: {
    severity: 'error',
    message: 'no model named `{want}` is configured',
    remedy:
      'Run `hooks config set models.{want} \'{ provider: openai-compatible, baseURL: "http://localhost:11434/v1", model: qwen3 }\'` with your own model.',
  },
  ELIGIBILITY_MODEL_KEY: {
    severity: 'error',
    message: '{want}, the API key of its model, is not set',
    remedy: 'Run `export {want}=…` in the shell that starts the agent.',
  },
  ELIGIBILITY_MODEL_HOST: {
    severity: 'error',
    message: 'it needs a model, and your program passes none to `createHooks`',
    remedy: 'Pass `models` from `@hookmd/models` to `createHooks`.',
  },
  ELIGIBILITY_OPTION: {
    severity: 'error',
    message: 'its option {want} has no value in your settings',
    remedy: 'Run `hooks config set package.{name}.options.{want} VALUE`.',
  },
  ELIGIBILITY_NODE: {
    severity: 'error',
    message: 'needs Node {want}; this is {found}',
    remedy: 'Install Node {want}.',
  },
  ELIGIBILITY_HOOKMD: {
    severity: 'error',
    message: 'needs HookMD {want}; this is {found}',
    remedy: 'Update HookMD.',
  },
  ELIGIBILITY_ISOLATION: {
    severity: 'error',
    message: 'The hook requires isolation, which is not available: {detail}.',
    remedy: '{fix}',
  },
  HANDLER_NOT_RUNNABLE: {
    severity: 'error',
    message: '{detail}',
    remedy: '{fix}',
  },

  EXECUTABLE_EVENT: {
    severity: 'error',
    message: '`{file} hook` must print an event name, but it {detail}',
    remedy:
      'Make `{file} hook` print one of {events}, nothing else, and exit with 0. Then run `hooks enable {name}`.',
  },

  // Why a hook does not run though nothing is wrong with it
  HOOKS_OFF: {
    severity: 'warning',
    message: '`hooks.enabled` is false in the settings',
    remedy: '{fix}',
  },
  DISABLED: {
    severity: 'hint',
    message: 'it is disabled {where}',
    remedy: '{fix}',
  },
  ENABLED_HERE: {
    severity: 'hint',
    message: 'it is enabled in this project (`--here`), which overrides your setting for all projects',
    remedy: 'Run `hooks disable {name} --here` to disable it here too.',
  },
  DISABLED_BY_NAME: {
    severity: 'hint',
    message: 'the name of its file, {path}, disables it',
    remedy: 'Rename the file to {name}.',
  },
  UNAPPROVED: {
    severity: 'warning',
    message: 'it needs your approval',
    remedy: 'Run `hooks enable {name}`: it shows what the hook runs and may change, then asks you.',
  },
  CHANGED: {
    severity: 'warning',
    message: 'it changed since you approved it; {consequence}',
    remedy: 'Run `hooks diff {name}`, then `hooks approve {name}`.',
  },
  LINKED: {
    severity: 'hint',
    message: 'HookMD runs the files in {path} as they are, approved or not',
    remedy:
      'When you have finished writing it, run `hooks remove {name}`, which removes only the link. Then run `hooks install` with the path of the directory.',
  },
  UNPINNED: {
    severity: 'hint',
    message: 'the files that its command runs can change without your approval',
    remedy: 'To prevent this, run `hooks new NAME`, move these files into that package, and enable it.',
  },
  LINK_REJECTED: {
    severity: 'error',
    message: '{name} is linked to a directory that HookMD does not run: {detail}.',
    remedy: 'Run `sudo chown -R "$USER"` and `chmod -R go-w` on that directory.',
  },
  LINK_IN_PROJECT: {
    severity: 'warning',
    message:
      '{name} is linked to a directory of this project. The agent can change that directory, so the hook does not run here.',
    remedy:
      'To run it here, run `hooks remove {name}`, which removes only the link. Then run `hooks install` with the path of its directory.',
  },
  VANISHED: {
    severity: 'warning',
    message: 'its directory is gone; {consequence}',
    remedy: 'Restore the directory, or run `hooks remove {name}`.',
  },
} as const;
