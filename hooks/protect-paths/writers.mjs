import { Options } from './shell.generated.mjs';

/**
 * The files that a program writes, from its words: `{path, kind}` each. `kind` as in classify.mjs, or `replace`: a directory
 * to put files into, or a file to replace.
 *
 * In a row, `valued` are letters of options with a value, `outputs` the options whose value is a written file.
 */
const all = (kind) => ({ read: ({ operands }) => operands.map((path) => ({ path, kind })) });
const written = (paths) => paths.map((path) => ({ path, kind: 'write' }));
const onlyOutputs = { read: () => [] };

const rows = [
  ['tee sponge nano emacs pico ed ex chmod chown chgrp chattr setfacl xattr', all('write'), {}],
  ['gzip gunzip bzip2 xz zstd rename prename fallocate mmv', all('write'), { valued: 'lSo' }],
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
  ['scp', { read: copies }, { valued: 'PioFlcJS' }],
  ['rsync', { read: copies }, { valued: 'efTBM' }],
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
  ['sed gsed', { read: sed }, { valued: 'efls' }],
  ['perl ruby', { read: inPlace }, { valued: 'eEIMmrC' }],
  [
    'awk gawk mawk nawk',
    {
      read: ({ words, operands }) => (words.includes('inplace') ? written(operands.slice(1)) : []),
    },
    { valued: 'Fvfei' },
  ],
  ['find gfind', { read: found }, {}],
  ['tar gtar bsdtar', { read: tar }, { valued: 'CfbTXIgKNVL' }],
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
    'gpg openssl ssh-keygen ffmpeg pandoc jq yq gcc cc clang go rustc tsc esbuild',
    onlyOutputs,
    { valued: 'of', outputs: ['o', 'out', 'output', 'f'] },
  ],
  ['split uniq', { read: ({ operands }) => written(operands.slice(1)) }, { valued: 'abClnfsw' }],
  ['csplit', onlyOutputs, { valued: 'fbn', outputs: ['f', 'prefix'] }],
  ['less tree', onlyOutputs, { valued: 'oOPI', outputs: ['o', 'O', 'log-file'] }],
  ['git', { read: git }, { valued: 'of', outputs: ['output', 'output-directory'] }],
];

const table = new Map(
  rows.flatMap(([names, row, shape]) => names.split(' ').map((name) => [name, { ...row, ...shape }])),
);

/** Null for a program that is not known to write. */
export function writesOf({ name, words }) {
  const row = table.get(name.replace(/^!|\.exe$/gi, '').toLowerCase());
  if (row === undefined) return null;
  const read = new Options(words.slice(1), row.valued, LONG_VALUED);
  const named = (names = [], kind) =>
    read.options
      .filter((item) => names.includes(item.name) && item.value !== '')
      .map(({ value }) => ({ path: value, kind }));
  return [...row.read(read), ...named(row.outputs, 'write'), ...named(row.into, 'into')].filter(
    ({ path }) => path !== '',
  );
}

const LONG_VALUED = new Set(
  'target-directory output output-directory log-file prefix output-dir output-document output-file directory directory-prefix file reference size expression cookie-jar dump-header trace stderr suffix mode owner group'.split(
    ' ',
  ),
);

/** Programs whose first operand is a script or a pattern, with their letters that have a value. */
const SCRIPTED = new Map(
  [
    ['sed gsed', 'efl'],
    ['awk gawk mawk nawk', 'Fvfe'],
    ['grep egrep fgrep rg ag ack', 'ABCefm'],
    ['jq gojq yq', 'fL'],
  ].flatMap(([names, valued]) => names.split(' ').map((name) => [name, valued])),
);

/** The arguments that may be file names. */
export function fileWordsOf({ name, words }) {
  const valued = SCRIPTED.get(name);
  if (valued === undefined) return words.slice(1);
  const { options, operands } = new Options(words.slice(1), valued);
  const hasScript = options.some((option) => /^(e|f|expression|regexp|file|from-file)$/.test(option.name));
  return operands.slice(hasScript ? 0 : 1);
}

const has = ({ options }, ...names) => options.some(({ name }) => names.includes(name));

function sources(read) {
  const target = read.valueOf('t', 'target-directory');
  return target === undefined ? read.operands.slice(0, -1) : read.operands;
}

/** The last operand, and the new files in it if it is a directory. */
function copies(read) {
  const given = read.valueOf('t', 'target-directory');
  const target = given ?? (read.operands.length > 1 ? read.operands.at(-1) : undefined);
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
  const isInPlace = read.words.some((word) => /^-[nErsuz]*i|^--in-place/.test(word));
  return written(isInPlace ? [...outputs, ...operands.slice(hasScript ? 0 : 1)] : outputs);
}

function inPlace(read) {
  return written(read.words.some((word) => /^-[a-zA-Z0]*i/.test(word)) ? read.operands : []);
}

function found({ words }) {
  const start = words.findIndex((word) => /^[-(!,]/.test(word) && !/^-([HLP]|O\d)$/.test(word));
  const starts = words.slice(0, start < 0 ? undefined : start).filter((word) => !word.startsWith('-'));
  const printed = written(
    words.flatMap((word, index) => (/^-f(print0?|printf|ls)$/.test(word) ? [words[index + 1] ?? ''] : [])),
  );
  const removes =
    words.includes('-delete') ||
    words.some(
      (word, index) =>
        /^-(exec|ok)(dir)?$/.test(word) &&
        /(^|\/)(rm|unlink|shred|mv|tee|cp|chmod|chown|truncate|sed|perl)$/.test(words[index + 1] ?? ''),
    );
  if (!removes) return printed;
  const nameAt = words.findIndex((word) => /^-i?name$/.test(word));
  const name = nameAt < 0 ? '*' : (words[nameAt + 1] ?? '*');
  const likely = ['', '.claude/', '.codex/', '.gemini/', '.cursor/'].map((directory) => ({
    path: directory + name,
    kind: 'remove',
  }));
  return [
    ...printed,
    ...starts.map((path) => ({ path, kind: 'into' })),
    ...(nameAt < 0 ? likely.slice(1) : likely),
  ];
}

function tar(read) {
  const first = read.words[0] ?? '';
  const letters = first.startsWith('-') ? '' : first;
  const isMaking =
    letters.includes('c') ||
    letters.includes('r') ||
    letters.includes('u') ||
    has(read, 'c', 'r', 'u', 'create', 'append', 'update');
  const isTaking = letters.includes('x') || has(read, 'x', 'extract', 'get');
  const directory = read.valueOf('C', 'directory');
  const file = read.valueOf('f', 'file') ?? (letters.includes('f') ? read.operands[1] : undefined);
  return [
    ...(isTaking ? [{ path: directory ?? '.', kind: 'into' }] : []),
    ...(isMaking && file !== undefined ? [{ path: file, kind: 'write' }] : []),
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
