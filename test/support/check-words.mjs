/**
 * Prints where code uses a word that has a standard term: `node test/support/check-words.mjs [PATH...]`, `--count` for sums per term.
 * The words and their replacements are in `avoided-words.json`; `test/guards/words.test.ts` holds packages and hooks to it.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseSync } from 'oxc-parser';

const root = path.join(import.meta.dirname, '..', '..');
const { terms, exceptions } = JSON.parse(
  readFileSync(path.join(import.meta.dirname, 'avoided-words.json'), 'utf8'),
);

const patterns = terms.map((term) => ({
  ...term,
  whole: new RegExp(`^(?:${term.avoid})$`, 'i'),
  inText: new RegExp(`\\b(?:${term.avoid})\\b`, 'gi'),
}));

/** @returns {{ file: string, line: number, found: string, use: string }[]} Every avoided word of these files, in order. */
export function findAvoidedWords(paths = ['packages', 'hooks']) {
  const files = execFileSync(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard', ...paths],
    { cwd: root, encoding: 'utf8', maxBuffer: 1e8 },
  )
    .split('\0')
    .filter(
      (file) => /\.(?:ts|mts|mjs|js)$/.test(file) && !/\.(?:test|test-d|fixture)\.|\.generated\./.test(file),
    );
  return [...new Set(files)].flatMap((file) => findInFile(file));
}

function findInFile(file) {
  let content;
  try {
    content = readFileSync(path.join(root, file), 'utf8');
  } catch {
    return []; // deleted, and not committed yet
  }
  const { program, comments } = parseSync(file, content);
  const lineOf = (position) => content.slice(0, position).split('\n').length;
  const found = [];
  const add = (position, text, { avoid, use }) => {
    if (!isException(file, text)) found.push({ file, line: lineOf(position), found: text, avoid, use });
  };
  visitIdentifiers(program, (name, position) => checkIdentifier(name, position, add));
  for (const { start, value } of comments) {
    // What is quoted is a name of another system, or of the user.
    const plain = value.replaceAll(/`[^`]*`|"[^"]*"/g, (quoted) => ' '.repeat(quoted.length));
    for (const term of patterns.filter((term) => term.in === undefined || term.in === 'comments'))
      for (const match of plain.matchAll(term.inText)) add(start + match.index, match[0], term);
  }
  return found.sort((a, b) => a.line - b.line);
}

function isException(file, text) {
  return exceptions.some(
    ({ word, files = [''] }) =>
      new RegExp(`^(?:${word})$`).test(text) && files.some((prefix) => file.startsWith(prefix)),
  );
}

function visitIdentifiers(node, report) {
  if (Array.isArray(node)) for (const child of node) visitIdentifiers(child, report);
  else if (node !== null && typeof node === 'object') {
    if (node.type === 'Identifier' || node.type === 'PrivateIdentifier') report(node.name, node.start);
    for (const key in node) if (typeof node[key] === 'object') visitIdentifiers(node[key], report);
  }
}

function checkIdentifier(name, position, add) {
  const words = name.split(/(?<=[a-z0-9])(?=[A-Z])|[_$]+/).join(' ');
  for (const term of patterns) {
    if (term.in === 'comments') continue;
    if (term.in === 'whole identifiers' ? term.whole.test(name) : words.search(term.inText) >= 0)
      add(position, name, term);
  }
}

function main(args) {
  const paths = args.filter((arg) => !arg.startsWith('--'));
  const found = findAvoidedWords(paths.length > 0 ? paths : undefined);
  if (args.includes('--count')) {
    const counts = new Map();
    for (const { avoid } of found) counts.set(avoid, (counts.get(avoid) ?? 0) + 1);
    for (const [avoid, count] of [...counts].sort((a, b) => b[1] - a[1]))
      process.stdout.write(`${count} ${avoid}\n`);
  } else {
    for (const { file, line, found: word, use } of found)
      process.stdout.write(`${file}:${line}: ${word} → ${use}\n`);
  }
  process.stdout.write(`${found.length} avoided words\n`);
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href)
  main(process.argv.slice(2));
