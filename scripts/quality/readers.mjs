/** How commands are found in the files of a source: for each kind its files, and the commands in the text of one. */
export const readers = {
  tldr: { files: /^pages\/.*\.md$/, read: readTldr },
  lines: {
    files: /^data\/bash\/all\.cm$/,
    read: (text) => text.split('\n').map((line) => line.replace(/^\s*[$%] /, '')),
  },
  cheatsheet: { files: /^(sheets\/)?[\w.+-]+$/, read: readCheatsheet },
  specstory: { files: /\.specstory\/history\/.*\.md$/, read: readSpecstory },
  'pi-session': { files: /\.jsonl$/, read: readPiSession },
  intercode: { files: /^data\/results\/bash\/.*\.json$/, read: readInterCode },
  'swe-agent': { files: /\.traj$/, read: readTrajectory },
  'terminal-bench-mini': { files: /swe-agent-mini.*\/agent\.log$/, read: readMiniLog },
  'terminal-bench-keys': { files: /(chaterm|ob1)[^/]*\/.*\/run\.log$/, read: readSentKeys },
  workflow: { files: /^\.github\/(workflows|actions)\/.*\.ya?ml$/, read: readWorkflow },
  'package-json': { files: /^([^/]+\/){0,3}package\.json$/, read: readPackageScripts },
  makefile: { files: /^([^/]+\/){0,2}(GNU)?[Mm]akefile$/, read: readMakefile },
  readme: {
    files: /^([^/]+\/){0,2}(README|CONTRIBUTING|INSTALL)[^/]*\.md$|^(docs?|guides|website)\/.*\.mdx?$/i,
    read: readMarkdown,
  },
  dockerfile: { files: /(^|\/)Dockerfile[^/]*$/, read: readDockerfile },
  'peer-blocks': { files: /\.(test|spec)\.[jt]sx?$|\.rs$/, read: (text) => readAssertions(text, BLOCKED) },
  'peer-allows': { files: /\.(test|spec)\.[jt]sx?$|\.rs$/, read: (text) => readAssertions(text, ALLOWED) },
};

/** The first of a choice, and the long form of an option: `{{[-r|--recursive]}}`. */
function readTldr(text) {
  return [...text.matchAll(/^`(.+)`$/gm)].map(([, command]) =>
    command
      .replaceAll(/\{\{\[?([^|{}\]]*)(?:\|[^{}]*)?\}\}/g, '$1')
      .replaceAll('\\{\\{', '{{')
      .replaceAll('\\}\\}', '}}'),
  );
}

function readCheatsheet(text) {
  const body = text.replace(/^---\n[\s\S]*?\n---\n/, '');
  return joinContinued(body.split('\n'))
    .map((line) => line.replace(/^\s*\$ /, '').replace(/\s{2,}#.*$/, ''))
    .filter((line) => /^\s*[a-z][\w.+-]*( |$)/.test(line) && !/^\s*(\/\/|--|tags:|syntax:)/.test(line));
}

/** Tool calls of recorded sessions: the command is in backticks, or in the first fence of the call. */
function readSpecstory(text) {
  return [...text.matchAll(/<tool-use data-tool-type="shell"[\s\S]*?<\/tool-use>/g)].flatMap(([call]) => {
    const fence = /^```(?:bash|sh|shell|zsh)\n([\s\S]*?)\n```/m.exec(call)?.[1];
    const inline = /^`([^`\n].*)`$/m.exec(call)?.[1];
    const command = fence ?? inline;
    return command === undefined ? [] : [unescapeHtml(command)];
  });
}

function unescapeHtml(text) {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
}

function readPiSession(text) {
  return parseLines(text).flatMap(({ message }) =>
    [message?.content ?? []]
      .flat()
      .filter(({ type, name }) => type === 'toolCall' && name === 'bash')
      .map((call) => call.arguments.command),
  );
}

function parseLines(text) {
  return text.split('\n').flatMap((line) => {
    try {
      return [JSON.parse(line)];
    } catch {
      return [];
    }
  });
}

function readInterCode(text) {
  return Object.values(JSON.parse(text)).flatMap(({ turn_history: turns }) => turns?.actions ?? []);
}

/** Steps of SWE-agent without those of its own tools, which no shell knows. */
function readTrajectory(text) {
  const OWN =
    /^\s*(open|goto|scroll_\w+|create|edit|search_\w+|find_file|submit|exit_\w+|str_replace_editor|debug_\w+|connect_\w+|interact_\w+|decompile|disassemble|insert|ctf_\w+)\b/;
  return (JSON.parse(text).trajectory ?? [])
    .map(({ action }) => action ?? '')
    .filter((action) => !OWN.test(action));
}

/** The block after each step's heading. A step with a line as wide as the terminal may be wrapped, and is left out. */
function readMiniLog(text) {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: what a terminal recording consists of
  const plain = text.replaceAll(/\x1b\[[0-9;?]*[A-Za-z]/g, '').replaceAll('\r', '');
  return plain
    .split(/^mini-swe-agent \(step .*$/m)
    .slice(1)
    .map((step) => /^```bash\n([\s\S]*?)\n```$/m.exec(step)?.[1] ?? '')
    .filter((command) => command.split('\n').every((line) => line.length < 150));
}

/** `Sending keys: ['ls -la\n'] min_timeout…`: a Python list, of which the first string is the command. */
function readSentKeys(text) {
  return [...text.matchAll(/^Sending keys: \[(?:'set \+H', )?('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")(.*)$/gm)]
    .filter(([, keys, rest]) => /\\n['"]$/.test(keys) || rest.includes('tmux wait'))
    .map(([, keys]) => unescapePython(keys.slice(1, -1)).trim())
    .filter((command) => !/^(asciinema|clear$|bash $|\.\/maze|move |[nsew]$)/.test(command));
}

function unescapePython(text) {
  const KNOWN = { n: '\n', t: '\t', r: '\r' };
  return text.replaceAll(/\\(.)/g, (_, letter) => KNOWN[letter] ?? letter);
}

/** The scripts of `run:`, one line or a block, without expressions of the workflow. */
function readWorkflow(text) {
  const lines = text.split('\n');
  return lines
    .flatMap((line, index) => {
      const [, indent, value] = /^(\s*(?:- )?)run:\s*(.*)$/.exec(line) ?? [];
      if (value === undefined) return [];
      if (!/^[|>]/.test(value)) return [value.replace(/^(["'])(.*)\1$/, '$2')];
      const end = lines.findIndex(
        (next, at) => at > index && next.trim() !== '' && /^\s*/.exec(next)[0].length <= indent.length,
      );
      const block = lines.slice(index + 1, end === -1 ? undefined : end);
      const depth = Math.min(
        ...block.filter((next) => next.trim()).map((next) => /^\s*/.exec(next)[0].length),
      );
      return [block.map((next) => next.slice(depth)).join('\n')];
    })
    .map((script) => script.replaceAll(/\$\{\{.*?\}\}/g, 'value'));
}

function readPackageScripts(text) {
  return Object.values(JSON.parse(text).scripts ?? {}).filter((script) => typeof script === 'string');
}

/** Recipe lines, with make's own variables as text. */
function readMakefile(text) {
  return joinContinued(text.split('\n'))
    .filter((line) => line.startsWith('\t'))
    .map((line) =>
      line
        .replace(/^\t[@\-+]*/, '')
        .replaceAll(/\$[({](\w+)[)}]/g, 'value')
        .replaceAll('$$', '$'),
    );
}

/** The commands of shell blocks: a block with prompts gives its lines, one without is a script. */
function readMarkdown(text) {
  return [...text.matchAll(/^ *```(?:bash|sh|shell|console|zsh|terminal)[^\n]*\n([\s\S]*?)^ *```/gm)].flatMap(
    ([, block]) => {
      const lines = block.split('\n');
      const prompted = joinContinued(lines).filter((line) => /^\s*[$%] /.test(line));
      if (prompted.length > 0) return prompted.map((line) => line.replace(/^\s*[$%] /, ''));
      return joinContinued(lines).filter((line) => !/^\s*#/.test(line));
    },
  );
}

function readDockerfile(text) {
  return joinContinued(text.split('\n').filter((line) => !/^\s*#/.test(line)))
    .map((line) => /^RUN\s+(?:--\S+\s+)*([^[].*)$/is.exec(line)?.[1] ?? '')
    .map((line) => line.replaceAll('\\\n', ' '));
}

function joinContinued(lines) {
  return lines
    .join('\n')
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n');
}

/** Calls of a test by which a peer states what it blocks or allows. */
const BLOCKED =
  /\b(?:shouldBlock|assertBlocked|assert_blocks(?:_with_pattern|_with_severity)?|assert_denies_with_rule|assert_rm_parser_denies|assert_hook_denies|assert_blocked)\(/g;
const ALLOWED =
  /\b(?:shouldAllow|assertAllowed|assert_allows(?:_command)?|assert_is_allowed|assert_rm_parser_allows)\(/g;
const LITERAL =
  /^\s*(?:&\w+,\s*)?(?:'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\$]|\\.)*)`|r#*"([^"]*)"#*)/;

function readAssertions(text, calls) {
  return [...text.matchAll(calls)].flatMap(({ 0: call, index }) => {
    const found = LITERAL.exec(text.slice(index + call.length, index + call.length + 2000));
    if (found === null) return [];
    const [, single, double, template, raw] = found;
    return [raw ?? unescapePython(single ?? double ?? template)];
  });
}
