/** What `hooks check`, `hooks test` and `hooks build` find in a hook, and why one does not run. A part of the catalogue, and of its page. */
export const hookRows = {
  // Lints of `hooks check`
  EXIT_ONE_DOES_NOT_BLOCK: {
    severity: 'warning',
    message:
      '`exit 1` does not block in the protocol {protocol}; it counts as a failure and the call goes on.',
    remedy: 'Exit with {blocking} to block, or set `onFailure: block`.',
  },
  HTTP_ADDRESS_DENIED: {
    severity: 'warning',
    message: '`url` names {host}, which is never asked: {detail}.',
    remedy: 'Name a public host, or a service on this machine (`http://127.0.0.1:PORT`).',
  },
  HTTP_UNENCRYPTED: {
    severity: 'warning',
    message:
      '`url` sends every event to {host} as plain text, and whoever is on the way can answer in its place.',
    remedy: 'Use `https://`.',
  },
  HTTP_VARIABLE_UNNAMED: {
    severity: 'warning',
    message:
      '`headers` needs the variable {name}, which `env` does not name: unless somebody grants it, each run fails.',
    remedy: 'Add `env: [{name}]`.',
  },
  HTTP_PROXY_UNUSED: {
    severity: 'warning',
    message:
      '{names} is set, and hooks that ask a service use no proxy: they connect by themselves, so that what was judged is what is asked.',
    remedy:
      'Let the machine reach the service directly, or run a service on this machine that goes through the proxy.',
  },
  MATCHER_MATCHES_NOTHING: {
    severity: 'warning',
    message: '`{key}` {found} matches no known tool.',
    remedy: '{suggestion}Tools of an MCP server are written `mcp__server__tool`.',
  },
  MATCHER_EXCLUDES_CONDITION: {
    severity: 'warning',
    message: '`matcher` {matcher} and `if` {condition} mean different tools: no call meets both.',
    remedy: 'Let both name the same tool, or remove `matcher`.',
  },
  EVENT_NEVER_DISPATCHED: {
    severity: 'warning',
    message: 'No agent that HookMD knows ever fires {events}; only `hooks run` and the library do.',
    remedy: 'Name an event that one fires under `events`: `hooks events` says which.',
  },
  OUTPUT_OF_ANOTHER_SYSTEM: {
    severity: 'warning',
    message:
      '`{found}` is an answer of {system}; in the protocol {current} it says nothing and the event goes on.',
    remedy: 'Print {instead}, or set `protocol: {protocol}`.',
  },
  EVENT_OF_ANOTHER_SYSTEM: {
    severity: 'warning',
    message:
      '"{event}" is a name of {system}, and `protocol` is {current}: the handler reads and answers what it does not expect.',
    remedy: 'Write {instead} under `events`, or set `protocol: {protocol}`.',
  },
  CONDITION_OF_ANOTHER_SYSTEM: {
    severity: 'warning',
    message: '`if` {condition} is written as a permission rule of another system: {detail}.',
    remedy: '{fix}.',
  },
  GUARD_IS_BROAD: {
    severity: 'hint',
    message: 'This guard {cost} for every tool call.',
    remedy: 'Narrow it by `matcher` or `if`, for example `matcher: Bash|Write`.',
  },
  GATE_IS_SLOW: {
    severity: 'hint',
    message: 'The agent may wait {timeout} for this hook before {event}.',
    remedy: 'Write a `timeout` of a few seconds.',
  },
  ORDER_BY_NAME: {
    severity: 'hint',
    message:
      '{name} and {rival} may both change {subject} on {event} at priority {priority}: their names decide which one wins.',
    remedy: 'Give the one that shall come last a higher `priority`.',
  },

  // Test cases
  CASE_UNREADABLE: {
    severity: 'error',
    message: 'The case file cannot be read: {detail}.',
    remedy: 'Make it a readable regular file of at most 1 MiB.',
  },
  CASE_JSON: {
    severity: 'error',
    message: 'The case file is not one JSON document: {detail}.',
    remedy: 'Correct the JSON at this place.',
  },
  CASE_VALUE: {
    severity: 'error',
    message: '`{key}` {detail}.',
    remedy: 'Write for example `{example}`.',
  },
  CASE_UNKNOWN_KEY: {
    severity: 'error',
    message: '`{key}` is not a key of a test case.',
    remedy: '{suggestion}Correct or remove it.',
  },

  // Handlers that are built
  BUILD_FAILED: {
    severity: 'error',
    message: 'The handler cannot be built: {detail}.',
    remedy: 'Correct it; `hooks build {name} --check` looks again and writes nothing.',
  },
  BUILD_DOUBTFUL: {
    severity: 'warning',
    message: 'The handler may not do what it says: {detail}.',
    remedy: 'Look at this place; `hooks build {name} --check` looks again.',
  },

  // Eligibility
  ELIGIBILITY_OS: {
    severity: 'error',
    message: 'runs on {want} only; this is {found}',
    remedy: 'Use it on {want}.',
  },
  ELIGIBILITY_ARCH: {
    severity: 'error',
    message: 'runs on {want} only; this is {found}',
    remedy: 'Use it on {want}.',
  },
  ELIGIBILITY_BIN: {
    severity: 'error',
    message: '{want} is not on the PATH',
    remedy: 'Install {want}.',
  },
  ELIGIBILITY_ANY_BIN: {
    severity: 'error',
    message: 'none of {want} is on the PATH',
    remedy: 'Install one of {want}.',
  },
  ELIGIBILITY_ENV: {
    severity: 'error',
    message: '{want} is not set',
    remedy: 'Run `export {want}=…` in the shell that starts the agent{or}.',
  },
  ELIGIBILITY_MODEL: {
    severity: 'error',
    message: 'no model is configured as {want}',
    remedy:
      'Run `hooks config set models.{want} \'{ provider: openai-compatible, baseURL: "http://localhost:11434/v1", model: qwen3 }\'` with what you use.',
  },
  ELIGIBILITY_MODEL_KEY: {
    severity: 'error',
    message: '{want}, which holds the key of its model, is not set',
    remedy: 'Run `export {want}=…` in the shell that starts the agent.',
  },
  ELIGIBILITY_MODEL_HOST: {
    severity: 'error',
    message: 'this program asks no models',
    remedy: 'Give `createHooks` the `models` of `@hookmd/models`.',
  },
  ELIGIBILITY_OPTION: {
    severity: 'error',
    message: 'its option {want} has no value',
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
    message: 'It is to run isolated, and cannot: {detail}.',
    remedy: '{fix}',
  },
  HANDLER_NOT_RUNNABLE: {
    severity: 'error',
    message: '{detail}',
    remedy: '{fix}',
  },

  EXECUTABLE_EVENT: {
    severity: 'error',
    message: 'asked for its event, it {detail}',
    remedy:
      'Let `{file} hook` print one of {events}, nothing else, and exit with 0; then run `hooks enable {name}`.',
  },

  // Why a hook does not run though nothing is wrong with it
  HOOKS_OFF: {
    severity: 'warning',
    message: '`hooks.enabled` is false in the configuration',
    remedy: '{fix}',
  },
  DISABLED: {
    severity: 'hint',
    message: 'it is disabled {where}',
    remedy: '{fix}',
  },
  ENABLED_HERE: {
    severity: 'hint',
    message: 'it is enabled in this project (`--here`), which counts before your wish for every project',
    remedy: 'Run `hooks disable {name} --here` if it shall not run here either.',
  },
  DISABLED_BY_NAME: {
    severity: 'hint',
    message: 'it is disabled by the name of its file, {path}',
    remedy: 'Rename that to {name}.',
  },
  UNAPPROVED: {
    severity: 'warning',
    message: 'nobody has approved it',
    remedy: 'Look at it, then run `hooks enable {name}`.',
  },
  CHANGED: {
    severity: 'warning',
    message: 'it changed since it was approved; {consequence}',
    remedy: 'See `hooks diff {name}`, then run `hooks trust {name}`.',
  },
  LINKED: {
    severity: 'hint',
    message: 'what stands in {path} runs, approved or not',
    remedy: 'Run `hooks remove {name}` once you are done with writing it.',
  },
  UNPINNED: {
    severity: 'hint',
    message: 'HookMD does not pin the files that its command runs',
    remedy: 'To have them pinned, make it a package with these files: `hooks new NAME`.',
  },
  LINK_REJECTED: {
    severity: 'error',
    message: '{name} is linked, and what it is linked to does not run: {detail}.',
    remedy: 'Make the folder and all in it your own, and not writable by others.',
  },
  LINK_IN_PROJECT: {
    severity: 'warning',
    message:
      '{name} is linked to a folder of this project, which its agent can change: it does not run here.',
    remedy: 'Approve it where it stands, or work on it in a project of its own.',
  },
  VANISHED: {
    severity: 'warning',
    message: 'its folder is gone; {consequence}',
    remedy: 'Put the folder back, or run `hooks remove {name}`.',
  },
} as const;
