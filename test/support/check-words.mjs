/**
 * Prints where code, pages or messages use a word that has a standard term: `node test/support/check-words.mjs [PATH...]`, `--count` for sums
 * per term. The words and their replacements are in `avoided-words.json`; `test/guards/words.test.ts` requires none in the repository.
 *
 * Checked are identifiers and comments of packages and hooks, all Markdown for readers, and the texts that HookMD prints: help, errors, and
 * the strings in its sources that are sentences.
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

const DEFAULT_PATHS = ['packages', 'hooks', 'docs', 'examples', '.github', ':(glob)*.md'];

const patterns = terms.map((term) => ({
  ...term,
  whole: new RegExp(`^(?:${term.avoid})$`, 'i'),
  inText: new RegExp(`\\b(?:${term.avoid})\\b`, 'gi'),
  // Some words have a plain meaning in a sentence: there, only the private one is avoided.
  inProse: term.prose === undefined ? undefined : new RegExp(`\\b(?:${term.prose})\\b`, 'gi'),
}));

/** @returns {{ file: string, line: number, found: string, use: string }[]} Every avoided word of these files, in order. */
export function findAvoidedWords(paths = DEFAULT_PATHS) {
  const files = execFileSync(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard', ...paths],
    { cwd: root, encoding: 'utf8', maxBuffer: 1e8 },
  )
    .split('\0')
    .filter(
      (file) =>
        isPage(file) ||
        (/\.(?:ts|mts|mjs|js)$/.test(file) && !/\.(?:test|test-d|fixture)\.|\.generated\./.test(file)),
    );
  return [...new Set(files)].flatMap((file) => (isPage(file) ? findInPage(file) : findInFile(file)));
}

/** Pages for readers. Rows of the specification quote the documents that they come from. */
function isPage(file) {
  return file.endsWith('.md') && file !== 'docs/specification.md';
}

function findInPage(file) {
  const content = read(file);
  const prose = content
    .replace(/^---\n[\s\S]*?\n---\n/, blank)
    .replaceAll(/^```[\s\S]*?^```$/gm, blank)
    .replaceAll(QUOTED, blank)
    .replaceAll(/\]\([^)]*\)|<!--[\s\S]*?-->/g, blank);
  return findInProse(file, prose).map(({ index, ...found }) => ({
    ...found,
    line: content.slice(0, index).split('\n').length,
  }));
}

function findInProse(file, prose) {
  return patterns
    .filter((term) => term.in === undefined || term.in === 'comments')
    .flatMap((term) =>
      [...prose.matchAll(term.inProse ?? term.inText)]
        .filter((match) => !isException(file, match[0]))
        .map((match) => ({ file, index: match.index, found: match[0], avoid: term.avoid, use: term.use })),
    );
}

/** What is quoted is a name of another system, or of the user. */
const QUOTED = /`[^`\n]*`|"[^"\n]*"/g;

/** Keeps positions: every character but a line break becomes a space. */
function blank(text) {
  return text.replaceAll(/[^\n]/g, ' ');
}

function read(file) {
  try {
    return readFileSync(path.join(root, file), 'utf8');
  } catch {
    return ''; // deleted, and not committed yet
  }
}

function findInFile(file) {
  const content = read(file);
  const { program, comments } = parseSync(file, content);
  const lineOf = (position) => content.slice(0, position).split('\n').length;
  const found = [];
  const add = (position, text, { avoid, use }) => {
    if (!isException(file, text)) found.push({ file, line: lineOf(position), found: text, avoid, use });
  };
  visitIdentifiers(program, (name, position) => checkIdentifier(name, position, add));
  for (const { start, value } of comments) {
    const plain = value.replaceAll(/`[^`]*`|"[^"]*"/g, (quoted) => ' '.repeat(quoted.length));
    for (const term of patterns.filter((term) => term.in === undefined || term.in === 'comments'))
      for (const match of plain.matchAll(term.inText)) add(start + match.index, match[0], term);
  }
  visitTexts(program, (text, position) => {
    for (const { index, found: word, ...term } of findInProse(file, text.replaceAll(QUOTED, blank)))
      add(position + index, word, term);
  });
  return found.sort((a, b) => a.line - b.line);
}

/** Every string or part of a template that is a sentence, or a part of one: at least three words. */
function visitTexts(node, report) {
  if (Array.isArray(node)) for (const child of node) visitTexts(child, report);
  else if (node !== null && typeof node === 'object') {
    const text =
      node.type === 'Literal' ? node.value : node.type === 'TemplateElement' ? node.value.cooked : null;
    if (typeof text === 'string' && /[a-z]+ [a-z]+ [a-z]+/i.test(text)) report(text, node.start);
    for (const key in node) if (typeof node[key] === 'object') visitTexts(node[key], report);
  }
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
