/** The documentation site: `npm run docs` builds it into docs/.vitepress/dist, `npm run docs:dev` serves it while you write. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { defineConfig } from 'vitepress';
import { anchorOf, linkPages } from './links.mjs';
import { llmsText } from './llms.mjs';
import { navigation, sidebar } from './sidebar.mjs';
import { repairPictures, repairTables, repairTheme } from './theme-repairs.mjs';

/** A hook, as the icon of the site; in the page itself, because the site has no directory for plain files. */
const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#0b5cad"/><path d="M20 6v13a5.5 5.5 0 0 1-11 0v-2l-2 3m2-3 3 2" fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/><circle cx="20" cy="6" r="2" fill="#fff"/></svg>`;

/** The weight of a page in search results. VitePress sends this function to the browser. */
function boostDocument(id) {
  const weights = { '/manifest': 3, '/reference/errors': 0.5, '/specification': 0.2, '/decisions/': 0.2 };
  return Object.entries(weights).find(([part]) => id.includes(part))?.[1] ?? 1;
}

export default defineConfig({
  title: 'HookMD',
  description: 'Guardrails and automation for AI coding agents, as packages you can read, approve and debug.',
  lang: 'en-US',
  head: [
    ['link', { rel: 'icon', type: 'image/svg+xml', href: `data:image/svg+xml,${encodeURIComponent(ICON)}` }],
  ],
  // Pages keep their links as they work in the repository; linkPages maps them to the site.
  srcDir: '..',
  srcExclude: [
    '**/node_modules/**',
    '**/dist/**',
    'packages/**',
    'test/**',
    'bench/**',
    '.github/**',
    'examples/**/HOOK.md',
    'README.md',
  ],
  rewrites: { 'docs/:page*': ':page*', 'hooks/:name/HOOK.md': 'hooks/:name.md' },
  cacheDir: './node_modules/.vitepress-cache',
  outDir: './.vitepress/dist',
  markdown: {
    anchor: { slugify: anchorOf },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    languageAlias: { rego: 'hcl' }, // close enough: comments, strings and braces are the same
    config(markdown) {
      markdown.use(linkPages);
      markdown.use(repairTables);
      markdown.use(repairPictures);
    },
  },
  vite: {
    plugins: [repairTheme],
    // The search index is one chunk, which is loaded when a reader opens the search.
    build: { chunkSizeWarningLimit: 2000 },
  },
  themeConfig: {
    search: {
      provider: 'local',
      options: { miniSearch: { searchOptions: { boostDocument } } },
    },
    nav: navigation,
    sidebar,
    outline: [2, 3],
    docFooter: { prev: 'Previous', next: 'Next' },
  },
  // Manifests have front matter of their own, and some of its keys mean something else to the site.
  transformPageData(page) {
    if (!page.filePath.startsWith('hooks/')) return;
    const { description } = page.frontmatter;
    page.frontmatter = {};
    page.description = description;
  },
  buildEnd({ outDir, pages }) {
    for (const [file, text] of Object.entries(llmsText(pages))) writeFileSync(path.join(outDir, file), text);
  },
});
