/** The style of what a scan found, on both pages. Without characters that HTML escapes. */
export const SCAN_STYLE: string = `
.counts { font-variant-numeric: tabular-nums } .counts th:not(:first-child), .counts td:not(:first-child) { text-align: right; white-space: nowrap }
.counts th.share, .counts td.share { width: 25%; text-align: left; padding-left: 1.5rem } .counts .track { display: flex; width: 100%; margin: .35rem 0 0; overflow: hidden } .counts .track .bar { position: static; height: 100% }
.counts td.zero { color: var(--dim) }
.effect { font-weight: 600 } .effect::before { content: attr(data-mark) ' ' }
.patterns { list-style: none; margin: 0; padding: 0; display: grid; grid-template-columns: repeat(auto-fill, minmax(min(30rem, 100%), 1fr)); gap: .75rem }
.patterns > li { border: 1px solid var(--line); border-left: 4px solid currentColor; border-radius: 6px; padding: .5rem .8rem; min-width: 0 }
.patterns > li > * { color: var(--text) } .patterns p { margin: .25rem 0; overflow-wrap: anywhere } .patterns small { color: var(--dim); font-size: .875rem }
.patterns .kind { display: flex; gap: .25rem .6rem; align-items: baseline; flex-wrap: wrap } .patterns .count { font-variant-numeric: tabular-nums; font-weight: 600 }
.issues { margin-top: 1.5rem; font-size: .875rem; color: var(--dim) } .issues li { overflow-wrap: anywhere }
@media (max-width: 45rem) {
  .counts tr { display: grid; grid-template-columns: repeat(auto-fit, minmax(5.5rem, 1fr)); gap: 0 .75rem } .counts td:first-child, .counts td.share { grid-column: 1 / -1 }
  .counts td:not(:first-child) { text-align: left } .counts td[data-label]::before { content: attr(data-label) ' '; color: var(--dim) } .counts td.share { width: auto; padding-left: 0 }
}
`;
