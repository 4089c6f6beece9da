import { UNKNOWN } from './expand.mjs';
import { Options } from './shell.generated.mjs';

/**
 * The files that a program writes, from its words: `{path, kind}` each. `kind` as in classify.mjs, or `replace`: a directory
 * to put files into, or a file to replace.
 *
 * In a row, `valued` are letters of options with a value, `outputs` the options whose value is a written file. With an option of
 * `reads` and none of its `unless`, the program writes no operand. `isExact`: the row finds every operand that is written, also
 * among those that xargs or find adds.
 */
const all = (kind) => ({ read: ({ operands }) => operands.map((path) => ({ path, kind })) });
const written = (paths) => paths.map((path) => ({ path, kind: 'write' }));
const onlyOutputs = { read: () => [] };
const toOutput = { given: ['c', 'stdout', 'to-stdout'], unless: ['', 'rm'] };
// Of several modes the last one counts.
const checks = { given: ['tl', 'test', 'list'], unless: ['dz', 'decompress', 'uncompress', 'compress'] };

const rows = [
  ['tee sponge nano pico ed ex chmod chown chgrp chattr setfacl xattr mmv', all('write'), {}],
  ['emacs', { read: ({ operands }) => written(operands.filter((path) => !REMOTE_BUFFER.test(path))) }, {}],
  ['gzip gunzip bzip2 xz', all('write'), { valued: 'SFCTM', reads: [toOutput, checks], isExact: true }],
  ['zstd', all('write'), { valued: 'oD', outputs: ['o'], reads: [toOutput, checks] }],
  ['fallocate', all('write'), { valued: 'lo' }],
  [
    'rename prename',
    { read: renames },
    { valued: 'eE', reads: [{ given: ['n', 'nono', 'no-act', 'dry-run'] }] },
  ],
  ['touch', all('write'), { valued: 'dtr' }],
  ['truncate', all('write'), { valued: 'sr' }],
  ['shred', all('write'), { valued: 'ns' }],
  ['mkdir mkfifo mknod', all('write'), { valued: 'm' }],
  ['vi vim nvim', all('write'), { valued: 'cSsuUwWT' }],
  ['patch', all('write'), { valued: 'pioBDFrVYzdg', outputs: ['o', 'r'], into: ['d'] }],
  ['rm rmdir unlink srm trash rimraf del-cli', all('remove'), {}],
  ['cp gcp', { read: copies }, { valued: 'tS' }],
  [
    'install ginstall',
    {
      read: (read) => (has(read, 'd', 'directory') ? written(read.operands) : copies(read)),
    },
    { valued: 'mogtS' },
  ],
  [
    'scp',
    // With -t it is the other end of a copy, and gets the files on standard input.
    { read: (read) => (read.has('t') ? written(read.operands) : sent(read)) },
    { valued: 'PioFlcJS' },
  ],
  [
    'rsync',
    { read: sent },
    {
      valued: 'efTBM',
      long: new Set(
        `log-file write-batch only-write-batch read-batch exclude include exclude-from include-from filter files-from rsh rsync-path
         bwlimit timeout contimeout stop-after stop-at time-limit port address sockopts protocol password-file early-input config dparam
         partial-dir backup-dir suffix temp-dir compare-dest copy-dest link-dest log-file-format out-format max-size min-size
         max-delete max-alloc modify-window block-size compress-level compress-choice zc zl checksum-choice cc checksum-seed
         skip-compress chmod chown usermap groupmap copy-as info debug stderr outbuf remote-option iconv`.split(
          /\s+/,
        ),
      ),
      outputs: ['log-file', 'write-batch', 'only-write-batch'],
      reads: [{ given: ['n', 'dry-run', 'list-only'] }],
    },
  ],
  [
    'mv gmv',
    { read: (words) => [...copies(words), ...sources(words).map((path) => ({ path, kind: 'remove' }))] },
    { valued: 'tS' },
  ],
  ['ln gln link', { read: links }, { valued: 'tS' }],
  [
    'dd',
    {
      read: ({ words }) => written(words.flatMap((word) => (word.startsWith('of=') ? [word.slice(3)] : []))),
    },
    {},
  ],
  ['sed gsed', { read: sed }, { valued: 'efls', isExact: true }],
  ['perl ruby', { read: inPlace }, { valued: 'eEIMmrC' }],
  [
    'awk gawk mawk nawk',
    {
      read: ({ words, operands }) => (words.includes('inplace') ? written(operands.slice(1)) : []),
    },
    { valued: 'Fvfei' },
  ],
  ['find gfind', { read: found }, {}],
  ['tar gtar bsdtar', { read: tar }, { valued: 'CfbTXIgKNVL', isExact: true }],
  ['unzip', { read: () => [] }, { valued: 'dxP', into: ['d'] }],
  [
    'curl',
    onlyOutputs,
    {
      valued: 'oHdXuAbcDeFmrtTUwxyYzCEKPQ',
      outputs: 'o c D output cookie-jar dump-header trace trace-ascii stderr etag-save hsts alt-svc'.split(
        ' ',
      ),
      into: ['output-dir'],
    },
  ],
  [
    'wget',
    onlyOutputs,
    {
      valued: 'oOaPetTUiQA',
      outputs: ['O', 'o', 'a', 'output-document', 'output-file', 'append-output', 'save-cookies'],
      into: ['P', 'directory-prefix'],
    },
  ],
  ['sort gsort', onlyOutputs, { valued: 'oktTS', outputs: ['o', 'output'] }],
  [
    'gpg openssl ffmpeg pandoc jq yq go rustc tsc esbuild',
    onlyOutputs,
    { valued: 'of', outputs: ['o', 'out', 'output'] },
  ],
  // Their letters are never joined: `-Ipath/to/headers`.
  ['gcc cc clang', { read: compiled }, { outputs: ['output'] }],
  [
    'ssh-keygen',
    { read: (read) => written([read.valueOf('f') ?? '']) },
    {
      valued: 'CDEFIKMNOPRSTVWYZabfjmnrstwxz',
      reads: [{ given: ['lyLeiB'], unless: ['RHpcskMAYKDI'] }],
    },
  ],
  ['split uniq', { read: ({ operands }) => written(operands.slice(1)) }, { valued: 'abClnfsw' }],
  ['csplit', onlyOutputs, { valued: 'fbn', outputs: ['f', 'prefix'] }],
  ['less tree', onlyOutputs, { valued: 'oOPI', outputs: ['o', 'O', 'log-file'] }],
  ['git', { read: git }, { valued: 'of', outputs: ['output', 'output-directory'] }],
];

/** A file of another machine, as emacs names it. */
const REMOTE_BUFFER = /^\/(ssh|scp|sftp|ftp|rsync):(?!([^:@]*@)?(localhost|127\.|0[.:#]|\[))[^:|/$`]+:/i;

const table = new Map(
  rows.flatMap(([names, row, shape]) => names.split(' ').map((name) => [name, { ...row, ...shape }])),
);

function rowOf(name) {
  return table.get(name.replace(/^!|\.exe$/gi, '').toLowerCase());
}

/** Null for a program that is not known to write. */
export function writesOf({ name, words }) {
  const row = rowOf(name);
  if (row === undefined) return null;
  const read = new Options(words.slice(1), row.valued, row.long ?? LONG_VALUED);
  const named = (names = [], kind) =>
    read.options
      .filter((item) => names.includes(item.name) && item.value !== '')
      .map(({ value }) => ({ path: value, kind }));
  const isReading = row.reads?.some(({ given, unless = [''] }) => read.has(...given) && !read.has(...unless));
  const operands = isReading ? [] : row.read(read);
  return [...operands, ...named(row.outputs, 'write'), ...named(row.into, 'into')].filter(
    ({ path }) => path !== '',
  );
}

/**
 * Whether a program may write to a file whose name xargs or find adds, at the end or in place of `{}`. True where an expansion may
 * be an option.
 */
export function writesToAdded({ name, words }) {
  const isKnown = rowOf(name)?.isExact === true && !words.some((word) => /^(?!\{\})[$`{*?[]/.test(word));
  if (!isKnown) return true;
  // Within a word it may be anything, such as the file in a script of sed.
  if (words.some((word) => word !== '{}' && word.includes('{}'))) return true;
  const filled = words.map((word) => (word === '{}' ? UNKNOWN : word));
  const given = words.includes('{}') ? filled : [...filled, UNKNOWN];
  // There may be several.
  const all = given.at(-1) === UNKNOWN ? [...given, UNKNOWN] : given;
  return writesOf({ name, words: all }).some(({ path }) => path.startsWith(UNKNOWN));
}

const LONG_VALUED = new Set(
  'target-directory output output-directory log-file prefix output-dir output-document output-file directory directory-prefix file reference size expression cookie-jar dump-header trace stderr suffix mode owner group'.split(
    ' ',
  ),
);

/** Programs whose first operand is a script or a pattern, with their letters that have a value, and long options with two. */
const SCRIPTED = new Map(
  [
    ['sed gsed', 'efl'],
    ['awk gawk mawk nawk', 'Fvfe'],
    ['grep egrep fgrep rg ag ack', 'ABCefm'],
    ['jq gojq yq', 'fL', /^--(arg|argjson|slurpfile|rawfile)$/],
    ['rename prename', 'eE'],
  ].flatMap(([names, valued, pairs]) => names.split(' ').map((name) => [name, { valued, pairs }])),
);

/** The arguments that may be file names which the program passes on. */
export function fileWordsOf({ name, words }) {
  // These compare, and print nothing.
  if (/^\[{1,2}$/.test(name)) return [];
  const row = SCRIPTED.get(name);
  if (row === undefined) return words.slice(1);
  const isPaired = (at) => (row.pairs?.test(words[at - 1]) || row.pairs?.test(words[at - 2])) === true;
  const [paired, given] = [true, false].map((is) => words.filter((_, at) => at > 0 && isPaired(at) === is));
  const { options, operands } = new Options(given, row.valued);
  const hasScript = options.some((option) => /^(e|f|expression|regexp|file|from-file)$/.test(option.name));
  return [...paired, ...operands.slice(hasScript ? 0 : 1)];
}

const has = ({ options }, ...names) => options.some(({ name }) => names.includes(name));

function sources(read) {
  return givenTarget(read) === undefined ? read.operands.slice(0, -1) : read.operands;
}

/** Empty for programs whose `-t` has no value. */
function givenTarget(read) {
  return read.valueOf('t', 'target-directory') || undefined;
}

/** The last operand, and the new files in it if it is a directory. */
function copies(read) {
  const target = givenTarget(read) ?? (read.operands.length > 1 ? read.operands.at(-1) : undefined);
  if (target === undefined) return [];
  const isTree = has(read, 'R', 'r', 'a', 'archive', 'recursive');
  const inside = sources(read).map((source) => {
    const name = lastElement(source);
    const isNamed =
      name !== '' &&
      name !== '.' &&
      name !== '..' &&
      !/[*?[]/.test(name) &&
      !(isTree && source.endsWith('/'));
    return isNamed ? { path: `${target}/${name}`, kind: 'write' } : { path: target, kind: 'into' };
  });
  const isLink = has(read, 'l', 's', 'link', 'symbolic-link');
  const kind = has(read, 'T', 'no-target-directory') ? 'into' : 'replace';
  return [{ path: target, kind }, ...inside, ...(isLink ? linked(read) : [])];
}

/** Of `scp` and `rsync`, which write to `host:path` on another machine. */
function sent(read) {
  const removed = read.has('', 'remove-source-files', 'remove-sent-files') ? sources(read) : [];
  return [
    ...(/^[^/:$`*?[{~]+:/.test(read.operands.at(-1) ?? '') ? [] : copies(read)),
    ...removed.map((path) => ({ path, kind: 'remove' })),
  ];
}

/** Of `rename`, whose first operand is an expression or a text to replace, unless options may give it. */
function renames({ options, operands }) {
  const isFirst = options.every(({ name }) => /^([vfn]|verbose|force)$/.test(name));
  return written(isFirst && operands.length > 1 ? operands.slice(1) : operands);
}

/** `-o file`, `-ofile` */
function compiled({ words }) {
  return written(
    words.flatMap((word, index) =>
      word === '-o' ? [words[index + 1] ?? ''] : word.startsWith('-o') ? [word.slice(2)] : [],
    ),
  );
}

/** The name at the end of a path, without the slashes after it. */
function lastElement(file) {
  let end = file.length;
  while (file[end - 1] === '/') end -= 1;
  return file.slice(file.lastIndexOf('/', end - 1) + 1, end);
}

/** The link and its target: a write to the link goes to the target. */
function links(read) {
  const [first = ''] = read.operands;
  if (read.operands.length === 1)
    return [
      { path: first.split('/').at(-1) ?? '', kind: 'write', isName: true },
      { path: first, kind: 'write', isLinked: true },
    ];
  const made = copies(read);
  for (const item of made) item.isName = true;
  return [...made, ...linked(read)];
}

function linked(read) {
  return sources(read).map((path) => ({ path, kind: 'write', isLinked: true }));
}

function sed(read) {
  const scripts = read.options.filter(({ name }) => /^(e|expression)$/.test(name)).map(({ value }) => value);
  const operands = read.operands.filter((item) => item !== '');
  const hasScript = scripts.length > 0 || has(read, 'f', 'file');
  if (!hasScript) scripts.push(operands[0] ?? '');
  const outputs = scripts.flatMap((script) =>
    [...script.matchAll(/(?:^|[^a-zA-Z\\])[wW]\s+([^\s;}]+)/g)].map(([, path]) => path),
  );
  const isInPlace = read.words.some((word) => /^-[^-efl]*[iI]|^--i/.test(word));
  return written(isInPlace ? [...outputs, ...operands.slice(hasScript ? 0 : 1)] : outputs);
}

function inPlace(read) {
  return written(read.words.some((word) => /^-[a-zA-Z0-9]*i/.test(word)) ? read.operands : []);
}

function found({ words }) {
  const start = words.findIndex((word) => /^[-(!,]/.test(word) && !/^-([HLP]|O\d)$/.test(word));
  const starts = words.slice(0, start < 0 ? undefined : start).filter((word) => !word.startsWith('-'));
  const printed = written(
    words.flatMap((word, index) => (/^-f(print0?|printf|ls)$/.test(word) ? [words[index + 1] ?? ''] : [])),
  );
  const removed = namesRemoved(words.slice(Math.max(start, 0))).flatMap((names) =>
    names.length === 0
      ? AGENTS_DIRECTORIES.map((directory) => `${directory}*`)
      : names.flatMap((name) => [
          name,
          // A name that only the shell knows may be any.
          ...AGENTS_DIRECTORIES.map((directory) => directory + (/[$`]/.test(name) ? '*' : name)),
        ]),
  );
  if (removed.length === 0) return printed;
  return [
    ...printed,
    ...starts.map((path) => ({ path, kind: 'into' })),
    ...removed.map((path) => ({ path, kind: 'remove' })),
  ];
}

const AGENTS_DIRECTORIES = ['.claude/', '.codex/', '.gemini/', '.cursor/'];
const RUNS = /^-(exec|ok)(dir)?$/;
const CHANGING = /^(rm|unlink|shred|mv|tee|cp|chmod|chown|truncate|sed|perl)$/;

/** For each alternative (`-o`) of an expression that removes or changes files the patterns for their names; none = any name. */
function namesRemoved(words) {
  const alternatives = [];
  let names = [];
  let isChanging = false;
  /** For each open parenthesis whether a negation applies in it. */
  const negated = [false];
  let isNegated = false;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at];
    if (word === '!' || word === '-not') {
      isNegated = !isNegated;
      continue;
    }
    const applies = negated.at(-1) !== isNegated;
    isNegated = false;
    if (word === '(') negated.push(applies);
    else if (word === ')' && negated.length > 1) negated.pop();
    else if (/^-i?name$/.test(word)) {
      at += 1;
      if (!applies) names.push(words[at] ?? '*');
    } else if (word === '-delete') isChanging = true;
    else if (RUNS.test(word)) {
      const command = commandAt(words, at + 1);
      at += command.length;
      isChanging ||= changesAdded(command);
    } else if (/^(-o|-or|,)$/.test(word) && negated.length === 1) {
      if (isChanging) alternatives.push(names);
      [names, isChanging] = [[], false];
    }
  }
  return isChanging ? [...alternatives, names] : alternatives;
}

/** The words of find without the commands that it runs. */
export function wordsOfFind(words) {
  const remaining = [];
  for (let at = 0; at < words.length; at += 1) {
    remaining.push(words[at]);
    if (RUNS.test(words[at])) at += commandAt(words, at + 1).length;
  }
  return remaining;
}

/** The words of the command that find runs. */
function commandAt(words, from) {
  let end = from;
  while (end < words.length && words[end] !== ';' && !(words[end] === '+' && words[end - 1] === '{}'))
    end += 1;
  return words.slice(from, end);
}

function changesAdded(words) {
  const name = lastElement(words[0] ?? '');
  if (/^g?find$/.test(name)) return words.some((word, at) => word === '-delete' || runsChange(words, at));
  return CHANGING.test(name) && writesToAdded({ name, words });
}

function runsChange(words, at) {
  return RUNS.test(words[at]) && CHANGING.test(lastElement(words[at + 1] ?? ''));
}

function tar(read) {
  const first = read.words[0] ?? '';
  const letters = first.startsWith('-') ? '' : first;
  const isMaking =
    letters.includes('c') ||
    letters.includes('r') ||
    letters.includes('u') ||
    has(read, 'c', 'r', 'u', 'create', 'append', 'update');
  const removed = read.has('', 'remove-files') ? read.operands : [];
  const isTaking = letters.includes('x') || has(read, 'x', 'extract', 'get');
  const directory = read.valueOf('C', 'directory');
  const file = read.valueOf('f', 'file') ?? (letters.includes('f') ? read.operands[1] : undefined);
  return [
    ...(isTaking ? [{ path: directory ?? '.', kind: 'into' }] : []),
    ...(isMaking && file !== undefined ? [{ path: file, kind: 'write' }] : []),
    ...removed.map((path) => ({ path, kind: 'remove' })),
  ];
}

/** Subcommands that make or change named files. They may restore files from git, but not settings. */
function git({ words, options }) {
  const [subcommand] = words;
  const output =
    { archive: 'o', 'format-patch': 'o', bundle: 'o', config: 'f file' }[subcommand]?.split(' ') ?? [];
  const outputs = options.filter(({ name, value }) => output.includes(name) && value !== '');
  if (outputs.length > 0) return written(outputs.map(({ value }) => value));
  const operands = words.slice(1).filter((word) => !word.startsWith('-'));
  if (subcommand === 'clone') return written(operands.slice(1, 2));
  if (subcommand === 'init') return written(operands.slice(0, 1));
  if (subcommand === 'worktree')
    return operands.slice(1).map((path) => ({ path, kind: 'write', settingsOnly: true }));
  if (!/^(checkout|restore|rm|mv|clean)$/.test(subcommand ?? '') || words.includes('--cached')) return [];
  return operands.map((path) => ({ path, kind: 'into', settingsOnly: true }));
}
