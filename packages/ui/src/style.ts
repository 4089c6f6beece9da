/** The style of all pages: fonts of the system, light or dark, and colors that people with a color vision deficiency can distinguish. */
export const STYLE = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif;
  --text: light-dark(#1c1e21, #e6e6e6); --dim: light-dark(#5b616a, #a3a9b2); --line: light-dark(#d9dce1, #3a3f47); --control: light-dark(#82878f, #7d838c);
  --back: light-dark(#fff, #16181c); --panel: light-dark(#f5f6f8, #1f2227);
  --block: light-dark(#a63c06, #ff9b6b); --ask: light-dark(#7a5200, #f0c04a); --allow: light-dark(#00684a, #4fd1a5);
  --change: light-dark(#00598c, #7cc4f5); --fail: light-dark(#8b2f74, #e79bd0); --none: var(--dim) }
* { box-sizing: border-box }
body { margin: 0; color: var(--text); background: var(--back) }
main { max-width: 75rem; margin: 0 auto; padding: 1.5rem 1rem 3rem }
h1 { font-size: 1.35rem; line-height: 1.3; margin: 0 0 .5rem; overflow-wrap: anywhere }
h2 { font-size: 1.05rem; margin: 2rem 0 .5rem }
code, pre { font: .875rem/1.5 ui-monospace, monospace; overflow-wrap: anywhere; white-space: pre-wrap }
pre { margin: .25rem 0; padding: .6rem .8rem; background: var(--panel); border-radius: 6px }
figure { margin: .75rem 0; padding: .4rem .8rem; border-left: 4px solid var(--line) } figcaption { color: var(--dim); font-size: .875rem } blockquote { margin: 0; white-space: pre-line; overflow-wrap: anywhere }
.whole { white-space: nowrap }
.dim { color: var(--dim) }
.block { color: var(--block) } .ask { color: var(--ask) } .allow { color: var(--allow) }
.change { color: var(--change) } .fail { color: var(--fail) } .none { color: var(--none) }
.facts { display: flex; flex-wrap: wrap; gap: .1rem 1.5rem; margin: .75rem 0; font-variant-numeric: tabular-nums }
.facts div { display: flex; gap: .5rem } .facts dt, dl.details dt { color: var(--dim) } .facts dd { margin: 0; overflow-wrap: anywhere }
.waterfall { list-style: none; margin: 0; padding: 0; border-top: 1px solid var(--line); font-variant-numeric: tabular-nums }
.waterfall > li { border-bottom: 1px solid var(--line) }
.waterfall summary, .head { display: grid; grid-template-columns: minmax(8rem, 14rem) 5rem minmax(6rem, 1fr) 4.5rem minmax(10rem, 2fr);
  gap: .75rem; padding: .4rem 0; cursor: pointer; align-items: center }
.head { cursor: default; color: var(--dim); font-size: .875rem; border: 0 }
.waterfall summary::-webkit-details-marker { display: none } .waterfall summary { list-style: none }
.waterfall summary:hover { background: var(--panel) }
:focus-visible { outline: 2px solid var(--change); outline-offset: 1px }
.name { font-weight: 600; overflow-wrap: anywhere } .name::before { content: '▸ '; color: var(--dim) }
details[open] > summary .name::before { content: '▾ ' }
.number { text-align: right }
.track { position: relative; height: .7rem; background: var(--panel); border-radius: 3px }
.bar { position: absolute; top: 0; bottom: 0; min-width: 3px; border-radius: 3px; background: currentColor }
dl.details { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1rem; margin: .25rem 0 1rem 1.1rem }
dl.details dd { margin: 0; min-width: 0; overflow-wrap: anywhere }
table { border-collapse: collapse; width: 100% } th, td { text-align: left; padding: .35rem .75rem .35rem 0; border-bottom: 1px solid var(--line); vertical-align: top; overflow-wrap: anywhere }
th { color: var(--dim); font-weight: 400; font-size: .875rem }
summary h2 { display: inline } .json { margin-top: 2rem }
footer { margin-top: 2.5rem; color: var(--dim); font-size: .875rem }
@media (max-width: 45rem) {
  .waterfall summary { grid-template-columns: 1fr max-content; gap: .1rem .75rem }
  .head, .phase { display: none } .track { order: 1; grid-column: 1 / -1 } .result { order: 2; grid-column: 1 / -1 }
  table, tbody, tr, td { display: block } thead { display: none } td { border: 0; padding: 0 } tr { padding: .4rem 0; border-bottom: 1px solid var(--line) }
  dl.details { grid-template-columns: 1fr; margin-left: 0 }
}`;
