import { SCAN_STYLE } from '../scan/scan-style.ts';
import { STYLE } from '../style.ts';

/** The document that starts the app. It has no data, and loads only what its own server has. */
export const APP_DOCUMENT: string = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>HookMD</title>
<link rel="icon" href="/icon.svg">
<link rel="stylesheet" href="/style.css">
<script type="module" src="/app.js"></script>
</head>
<body></body>
</html>
`;

export const APP_ICON: string = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path d="M5 2v7a3 3 0 0 0 6 0V7l2 2" fill="none" stroke="#00598c" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/></svg>`;

/** Playground, and what it shares with History. */
const PLAYGROUND_STYLE = `
.playground, .history { padding-bottom: 3rem } .playground > *, .history > * { max-width: 75rem; margin-left: auto; margin-right: auto }
.playground form { display: flex; flex-wrap: wrap; gap: .6rem .8rem; align-items: end } .playground > h2 { margin-top: 0 }
.playground label { display: grid; gap: .15rem; color: var(--dim); font-size: .875rem } .playground label > * { font-size: .9375rem; color: var(--text) }
.playground label.call { flex: 1 1 20rem; min-width: 0 } .playground label:has(textarea) { flex-basis: 100% } .playground .call > * { font-family: ui-monospace, monospace; width: 100% }
.playground select, .playground input { height: 2.1rem } .playground form > .problem { flex-basis: 100%; margin: 0 } .actions { display: flex; flex-wrap: wrap; gap: .3rem .8rem; align-items: center; flex-basis: 100%; margin: 0 }
.history > .actions { margin: 0 auto 1.5rem } .history > .empty { padding: 0 } .history > .empty p { max-width: 40rem }
.result.old > * { opacity: .55 } .outcome { font-size: 1.6rem; margin: 1.5rem 0 .75rem; padding-left: .7rem; border-left: 5px solid currentColor }
.outcome::before { content: attr(data-mark) ' ' } mark { background: light-dark(#ffe58a, #5c4a00); color: var(--text); border-radius: 3px; padding: 0 .1rem }
.tried td:first-child { width: 14rem } .tried td.none { color: var(--text) }
.diff { margin: 0; font: .875rem/1.5 ui-monospace, monospace } .diff dt { color: var(--dim) } .diff dd { margin: 0; padding: 0 .5rem; overflow-wrap: anywhere }
.diff del, .diff ins { text-decoration: none } .diff del { color: var(--block) } .diff ins { color: var(--allow) } .diff del::before { content: '− ' } .diff ins::before { content: '+ ' }
`;

/** The style of all pages, and what the app has besides. */
export const APP_STYLE: string = `${STYLE}
body { display: flex; flex-direction: column; height: 100vh }
body > header { display: flex; flex-wrap: wrap; align-items: center; gap: .25rem 1rem; padding: .4rem 1rem; border-bottom: 1px solid var(--line); background: var(--panel) }
body > header h1 { font-size: 1rem; margin: 0 .5rem 0 0 }
nav { display: flex; flex-wrap: wrap; gap: .15rem }
nav a { padding: .2rem .7rem; border-radius: 5px; color: var(--text); text-decoration: none }
nav .count { color: var(--block); font-weight: 600 } nav a[aria-current] .count { color: inherit }
nav a:hover { background: var(--line) } nav a[aria-current] { background: var(--text); color: var(--back) }
.connection { margin-left: auto; font-size: .875rem }
a { color: var(--change) }
button, select, input, textarea { font: inherit; color: inherit; background: var(--back); border: 1px solid var(--control); border-radius: 5px; padding: .2rem .6rem }
button { cursor: pointer } button:hover { background: var(--panel) } button.main { background: var(--text); color: var(--back); border-color: var(--text) }
button[aria-pressed=true] { background: var(--text); color: var(--back) }
.app { max-width: none; width: 100%; margin: 0; flex: 1; min-height: 0; overflow: auto; padding: 1rem }
.app.live { display: flex; padding: 0; overflow: hidden }
.events { flex: 1; min-width: 0; display: flex; flex-direction: column; min-height: 0 }
.detail { flex: 1.2; min-width: 0; overflow: auto; padding: .75rem 1rem 2rem; border-left: 1px solid var(--line) }
.detail h1 { font-size: 1.15rem }
.filters { display: flex; flex-wrap: wrap; gap: .4rem; padding: .5rem 1rem; align-items: center }
.filters input { flex: 1; min-width: 9rem }
.lanes { list-style: none; margin: 0; padding: .25rem 1rem .5rem; border-bottom: 1px solid var(--line); font-size: .875rem }
.lanes button { display: grid; grid-template-columns: 15rem 1fr; gap: .75rem; width: 100%; border: 0; padding: .1rem 0; text-align: left; align-items: center; background: none }
.lanes button:hover { background: var(--panel) } .lanes button[aria-pressed=true] { background: var(--line); color: inherit }
.lanes svg { width: 100%; height: 1.1rem; background: var(--panel); border-radius: 3px }
.lanes .cut, .row .cut { overflow: hidden; text-overflow: ellipsis; white-space: nowrap }
path.block { stroke: var(--block) } path.ask { stroke: var(--ask) } path.change { stroke: var(--change) } path.fail { stroke: var(--fail) } path.none, path.idle { stroke: var(--dim) }
.scroller { flex: 1; overflow: auto; min-height: 8rem; position: relative; overflow-anchor: none }
.scroller ol { list-style: none; margin: 0; padding: 0; position: relative }
.row { position: absolute; left: 0; right: 0; height: 2rem; padding: 0 1rem; display: grid; gap: .75rem; align-items: center; color: inherit; text-decoration: none;
  grid-template-columns: 5.2rem minmax(6rem, 10rem) minmax(5rem, 7rem) minmax(0, 2fr) minmax(0, 2.4fr) 4rem; font-variant-numeric: tabular-nums; border-left: 4px solid transparent; contain: strict }
.row-head { position: sticky; top: 0; z-index: 1; display: grid; gap: .75rem; height: 2rem; margin-bottom: -2rem; padding: 0 1rem; align-items: center; background: var(--back); color: var(--dim); font-size: .875rem; border-left: 4px solid transparent; border-bottom: 1px solid var(--line);
  grid-template-columns: 5.2rem minmax(6rem, 10rem) minmax(5rem, 7rem) minmax(0, 2fr) minmax(0, 2.4fr) 4rem; } .row-head span:last-child { text-align: right } .scroller ol { top: 2rem }
.row:hover { background: var(--panel) } .row[aria-current] { background: var(--panel); outline: 2px solid var(--change); outline-offset: -2px }
.row.block { border-left-color: var(--block) } .row.ask { border-left-color: var(--ask) } .row.fail { border-left-color: var(--fail) } .row.change { border-left-color: var(--change) }
.row, .row .dim { color: var(--text) } .row.idle .decision { color: var(--dim) }
.row.block .decision { color: var(--block); font-weight: 600 } .row.ask .decision { color: var(--ask); font-weight: 600 }
.row.fail .decision { color: var(--fail) } .row.change .decision { color: var(--change) }
.row code { white-space: nowrap } .row code.instead { visibility: hidden } .row .slow { color: var(--ask); font-weight: 600 }
.with-detail .row { grid-template-columns: 5.2rem minmax(0, 2fr) minmax(0, 1.5fr) } .with-detail .row .wide, .with-detail .row-head { display: none } .with-detail .scroller ol { top: 0 } .with-detail .row code.instead { visibility: visible }
.newer { position: sticky; z-index: 1; top: 0; height: 0; text-align: center } .newer button { margin-top: .4rem }
.list-head { color: var(--dim); font-size: .875rem; padding: .2rem 1rem; border-bottom: 1px solid var(--line) }
.empty { max-width: 40rem; margin: 2rem auto; padding: 0 1rem }
.copy { display: flex; gap: .5rem; align-items: center; margin: .3rem 0 } .copy code { padding: .3rem .6rem; background: var(--panel); border-radius: 5px; min-width: 0 }
.copy button { font-size: .875rem }
.state::before { content: attr(data-mark) ' ' } .state { white-space: nowrap }
.state.ok { color: var(--allow) } .state.wrong { color: var(--block); font-weight: 600 } .state.attention { color: var(--ask); font-weight: 600 } .state.off { color: var(--dim) }
.numbers td, td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap }
th button { border: 0; background: none; padding: 0; font-size: inherit; color: inherit } th[aria-sort] button { color: var(--text); font-weight: 600 }
dialog { color: var(--text); background: var(--back); border: 1px solid var(--line); border-radius: 8px; max-width: 30rem } dialog::backdrop { background: #0006 }
dialog dl { display: grid; grid-template-columns: max-content 1fr; gap: .3rem 1rem } dialog dd { margin: 0 }
kbd { font: .875rem ui-monospace, monospace; border: 1px solid var(--control); border-radius: 4px; padding: 0 .4rem }
.problem { border-left: 4px solid var(--block); padding: .3rem .8rem; margin: .75rem 0; background: var(--panel) }
.copy button { white-space: nowrap }
.hooks > input { width: 100%; max-width: 30rem } .summary span.dim { display: block; font-size: .875rem }
.hooks th { vertical-align: bottom; white-space: nowrap; padding-right: 1rem } .hooks th button:hover { text-decoration: underline }
.hooks td { padding-right: 1rem } .hooks td.last { white-space: nowrap; padding-right: 0 } .hooks td.small { font-size: .875rem; color: var(--dim) }
tr.hook { position: relative } tr.hook:hover { background: var(--panel) }
button.open { border: 0; background: none; padding: 0; text-align: left; font-weight: 600; overflow-wrap: anywhere } button.open::before { content: '▸ ' / ''; color: var(--dim) }
button.open[aria-expanded=true]::before { content: '▾ ' / '' } button.open::after { content: ''; position: absolute; inset: 0 }
.hooks td:first-child { min-width: 10rem } .spark svg { width: 120px; height: 22px; display: block; border-bottom: 1px solid var(--line) }
.hook-details { display: flex; flex-wrap: wrap; gap: 0 2rem; padding: 0 0 .5rem 1.1rem } .hook-details > * { flex: 1 1 20rem; min-width: 0; margin: 0; align-content: start } .hook-details p { margin: .4rem 0 } .problem.attention { border-color: var(--ask) } .problem.off { border-color: var(--control) }
.agents { display: flex; flex-direction: column } .agent.broken { order: -1 } .agents > p:first-child { order: -2; margin: 0 0 .75rem } .agents > p button { margin-right: .5rem }
.agent { border-top: 1px solid var(--line); padding: .75rem 0 } .agent h2 { margin: 0 0 .5rem } .agent h2 .state { white-space: normal } .agent .last, .checked { font-weight: 400 } .checked { color: var(--dim); font-size: .875rem; margin-left: .5rem }
.chain { list-style: none; display: flex; flex-wrap: wrap; gap: .6rem 1.6rem; margin: 0; padding: 0 1.6rem 0 0 }
.chain li { flex: 1 1 8rem; min-width: 0; position: relative; border: 1px solid var(--control); border-top-width: 4px; border-radius: 6px; padding: .4rem .6rem; font-size: .875rem; overflow-wrap: anywhere }
.chain li.found { flex: 3 1 18rem } .chain p { margin: .2rem 0 } .chain .state { white-space: normal }
.chain li:not(:last-child)::after { content: '→' / ''; position: absolute; left: 100%; top: .3rem; width: 1.6rem; text-align: center; color: var(--dim) }
.chain > .ok { border-top-color: var(--allow) } .chain > .attention { border-top-color: var(--ask) } .chain > .wrong { border: 2px solid var(--block); border-top-width: 4px }
.chain > .behind:not(.wrong, .attention) { border: 1px dashed var(--control); padding-top: .6rem; color: var(--dim) } .behind .state.ok { color: var(--dim) }
.link-head { display: flex; flex-wrap: wrap; gap: 0 .5rem; justify-content: space-between }
@media (max-width: 75rem) {
  .hooks th.of-events, .hooks td.small { display: none }
}
@media (min-width: 45.01rem) and (max-width: 60rem) { .hooks .less, .hooks th.of-p50 { display: none } }
${PLAYGROUND_STYLE}${SCAN_STYLE}
@media (max-width: 60rem) { .app.live.with-detail .events { display: none } .detail { border: 0 } }
@media (min-width: 60.01rem) { .detail .back { display: none } }
@media (max-width: 45rem) {
  body > header { padding: .3rem .5rem; gap: .2rem .5rem } nav { order: 1; width: 100% } nav a { padding: .2rem .45rem } .app { padding: .6rem }
  .row { height: 3.6rem; padding: 0 .6rem; gap: 0 .6rem; grid-template-columns: 5rem minmax(0, 1fr) max-content; align-content: center } .row .wide, .row-head { display: none } .scroller ol { top: 0 } .row code.instead { visibility: visible }
  .row code { grid-column: 1 / -1; order: 3 } .row .time, .row .decision { order: 1 } .row .took { order: 2 }
  .hooks thead, .hooks thead tr { display: flex; flex-wrap: wrap; gap: .2rem .9rem; border: 0 } .hooks th { border: 0; padding: 0 } .hooks th.less { display: none }
  .hooks thead tr::before { content: 'sort by'; color: var(--dim); font-size: .875rem }
  tr.hook { display: flex; flex-wrap: wrap; gap: 0 1rem } .hooks td { padding: 0 } .hooks td:empty { display: none } .hooks tr.hook td:first-child { flex: 0 0 calc(100% - 8.5rem) } .hooks td.is { flex: 0 0 7.5rem; text-align: right }
  td[data-label]::before { content: attr(data-label) ' '; color: var(--dim); font-size: .875rem }
  .tried td:first-child { width: auto } .tried td.number { text-align: left; color: var(--dim) }
  .lanes button { grid-template-columns: 7rem 1fr } .filters { padding: .4rem .6rem } .lanes { padding: .25rem .6rem } .list-head { padding: .2rem .6rem }
}
`;
