/** The pages for programs that read text: llms.txt with a line for each page, and llms-full.txt with all of them. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pageOf, root } from './links.mjs';

const INTRODUCTION = `# HookMD

> Hooks for AI coding agents, as packages: a HOOK.md manifest, approval of exactly what runs, one command for nine agents, and a trace of every decision.
`;

/** Both files, by name, from the source files of the pages. */
export function llmsText(pages) {
  const texts = pages
    .filter((page) => pageOf(page) !== null && !page.startsWith('docs/decisions/'))
    .sort()
    .map((page) => ({ url: `/${pageOf(page).replace(/\.md$/, '.html')}`, text: read(page) }));
  const lines = texts.map(({ url, text }) => `- [${titleOf(text)}](${url}): ${firstSentence(text)}`);
  return {
    'llms.txt': `${INTRODUCTION}\n## Pages\n\n${lines.join('\n')}\n`,
    'llms-full.txt': `${INTRODUCTION}\n${texts.map(({ url, text }) => `<!-- ${url} -->\n${text}`).join('\n')}`,
  };
}

const read = (page) => readFileSync(path.join(root, page), 'utf8').replace(/^---\n[\s\S]*?\n---\n/, '');
const titleOf = (text) => /^# (.+)$/m.exec(text)?.[1] ?? 'HookMD';

function firstSentence(text) {
  const paragraph = text.split('\n\n').find((part) => /^[A-Z`[]/.test(part.trim())) ?? '';
  return /^[\s\S]*?\.(?=\s|$)/.exec(paragraph)?.[0].replaceAll('\n', ' ') ?? paragraph.replaceAll('\n', ' ');
}
