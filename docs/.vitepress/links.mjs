/** Links between pages: Markdown links to files of the repository, the site has pages. */
import { existsSync } from 'node:fs';
import path from 'node:path';

export const root = path.join(import.meta.dirname, '..', '..');

/** The page of the site that a file of the repository becomes; null = it is no page. */
export function pageOf(file) {
  if (!file.endsWith('.md') || file === 'README.md') return null;
  const hook = /^hooks\/([^/]+)\/HOOK\.md$/.exec(file);
  if (hook !== null) return `hooks/${hook[1]}.md`;
  if (file.startsWith('docs/')) return file.slice('docs/'.length);
  return /^(?:hooks\/)?[A-Z_-]+\.md$|^examples\/[\w-]+\/README\.md$/.test(file) ? file : null;
}

/** The anchor that GitHub gives a heading, so that links work in both places. */
export function anchorOf(heading) {
  return heading
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .trim()
    .replaceAll(' ', '-');
}

/** A plugin of markdown-it. A link to a file without a page, such as a source file, becomes text. */
export function linkPages(markdown) {
  markdown.core.ruler.push('link-pages', ({ tokens, env }) => {
    const page = env.realPath ?? env.path; // the search index has no rewritten path
    for (const { children } of tokens) linkChildren(children ?? [], page);
  });
}

function linkChildren(children, page) {
  const closing = [];
  for (const token of children) {
    if (token.type === 'link_open') closing.push(linkToken(token, page));
    if (token.type === 'link_close' && closing.pop() === null) token.tag = 'span';
    if (token.type === 'image') token.attrSet('src', target(token.attrGet('src') ?? '', page) ?? '');
  }
}

function linkToken(token, page) {
  const href = token.attrGet('href') ?? '';
  const linked = target(href, page);
  if (linked === null) {
    token.tag = 'span';
    token.attrs = [];
  } else token.attrSet('href', linked);
  return linked;
}

/** Where a link of a page leads on the site; null = nowhere. Throws if the file does not exist. */
function target(href, page) {
  if (href === '' || /^(?:[a-z]+:|#|\/)/.test(href)) return href;
  const [file = '', anchor] = decodeURI(href).split('#');
  const linked = path.relative(root, path.resolve(path.dirname(page), file));
  if (!existsSync(path.join(root, linked))) throw new Error(`${page} links to ${href}, which does not exist`);
  if (/\.(?:svg|png|gif)$/.test(linked)) return href;
  const found = linked === 'README.md' ? 'index.md' : pageOf(linked);
  return found === null ? null : `/${found}${anchor === undefined ? '' : `#${anchor}`}`;
}
