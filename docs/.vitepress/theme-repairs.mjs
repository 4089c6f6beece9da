/** What assistive programs need, and neither the default theme nor a Markdown table has. axe-core checks it in test/site.long.test.ts. */

/** Replacements in components of VitePress, which is pinned: a text that is missing stops the build. */
const REPAIRS = {
  'VPHome.vue': [
    ['<div \n    class="VPHome"', '<main\n    class="VPHome"'],
    ['</div>\n</template>', '</main>\n</template>'],
  ],
  // The whole line of a group is its button; a second button inside it cannot be reached.
  'VPSidebarItem.vue': [
    [
      ':tabindex="item.items && 0"',
      ':tabindex="item.items && 0"\n      :aria-expanded="item.items && !isLink ? !collapsed : undefined"',
    ],
    [
      'role="button"\n        aria-label="toggle section"',
      ':role="isLink ? \'button\' : undefined"\n        :aria-label="isLink ? \'toggle section\' : undefined"',
    ],
    ['tabindex="0"\n      >', ':tabindex="isLink ? 0 : undefined"\n      >'],
  ],
  // The key beside the label is no part of the name of the button; style.css shows it.
  'VPNavBarSearchButton.vue': [['>K</kbd>', ' data-key="K"></kbd>']],
  // A dialog with a list of options, and each option is the link.
  'VPLocalSearchBox.vue': [
    [
      /role="button"\n\s+:aria-owns="[^"]+"\n\s+aria-expanded="true"\n\s+aria-haspopup="listbox"/,
      'role="dialog" aria-modal="true"',
    ],
    [/:id="'localsearch-item-' \+ index"\n\s+:aria-selected="[^"]+"\n\s+role="option"/, 'role="none"'],
    [
      /:aria-label="\[[^"]+"/,
      `role="option" :id="'localsearch-item-' + index" :aria-selected="selectedIndex === index ? 'true' : 'false'"`,
    ],
    ['class="title-icon"', 'class="title-icon" aria-hidden="true"'],
    [/<kbd :aria-label/g, '<kbd role="img" :aria-label'],
  ],
};

/** A plugin of Vite that applies them. */
export const repairTheme = {
  name: 'repair-theme',
  enforce: 'pre',
  transform(code, id) {
    const repairs = REPAIRS[/\/theme-default\/components\/(\w+\.vue)$/.exec(id)?.[1]];
    return repairs?.reduce((text, [from, to]) => {
      const repaired = text.replace(from, to);
      if (repaired === text) throw new Error(`${id} has changed: it does not contain ${from}`);
      return repaired;
    }, code);
  },
};

/** A plugin of markdown-it. A picture can be wider than a narrow window: the keyboard scrolls it too. */
export function repairPictures(markdown) {
  markdown.core.ruler.push('repair-pictures', ({ tokens }) => {
    for (const [at, { children }] of tokens.entries())
      if (children?.length === 1 && children[0].type === 'image') tokens[at - 1].attrSet('tabindex', '0');
  });
}

/** A plugin of markdown-it. Markdown demands a head of every table: an empty one is left out, an empty cell of it is no header. */
export function repairTables(markdown) {
  markdown.core.ruler.push('repair-tables', ({ tokens }) => {
    for (let at = tokens.length - 1; at >= 0; at--) {
      if (tokens[at].type !== 'thead_open') continue;
      const end = tokens.findIndex(({ type }, i) => i > at && type === 'thead_close');
      const isEmpty = ({ type, content }) => type === 'inline' && content === '';
      const cells = tokens.slice(at, end).filter(({ type }) => type === 'inline');
      if (cells.every(isEmpty)) tokens.splice(at, end - at + 1);
      else
        for (let i = at; i < end; i++) if (isEmpty(tokens[i])) tokens[i - 1].tag = tokens[i + 1].tag = 'td';
    }
  });
}
