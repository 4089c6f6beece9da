import { effects, type HookTally, type Pattern } from './tally.ts';
import { explanationOf, headline, number, type ScanReport } from './view.ts';

/** The result as one page without scripts: it opens from a disk and can be sent to a colleague. */
export function scanPage(report: ScanReport): string {
  const now = Date.now();
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>hooks scan</title>
<style>
${STYLE}
</style>
<main>
<h1>${escapeHtml(headline(report, now))}</h1>
<table>
<tr><th>hook</th><th>ran</th>${effects.map((effect) => `<th>${effect}</th>`).join('')}</tr>
${report.tallies.map(tallyRow).join('\n')}
</table>
${report.tallies.map(patternList).join('\n')}
<footer>Made by <code>hooks scan</code> on ${new Date(now).toISOString().slice(0, 10)} from ${number(report.files.length)} sessions since ${new Date(report.since).toISOString().slice(0, 10)}. Secrets of known formats are redacted. Files and branches count as they are now, not as they were then.</footer>
</main>
</html>
`;
}

const STYLE = `:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { margin: 0 }
main { max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
h1 { font-size: 1.4rem; line-height: 1.3 }
h2 { font-size: 1.1rem; margin-top: 2rem }
table { border-collapse: collapse; font-variant-numeric: tabular-nums }
th, td { padding: .3rem .8rem; text-align: right; border-bottom: 1px solid #8884 }
th:first-child, td:first-child { text-align: left; padding-left: 0 }
ol { list-style: none; padding: 0 }
li { padding: .6rem 0; border-bottom: 1px solid #8884 }
code { font: .875rem/1.5 ui-monospace, monospace; overflow-wrap: anywhere }
li code { display: block }
.blocked, .failed { color: light-dark(#b3261e, #ff8a80) }
.prompted { color: light-dark(#8a5a00, #ffb74d) }
.changed { color: light-dark(#00629b, #80c8ff) }
footer, small { color: #888; font-size: .875rem }
footer { margin: 2rem 0 }`;

function tallyRow({ name, ran, counts }: HookTally): string {
  const cells = [ran, ...effects.map((effect) => counts[effect])].map((count) => `<td>${number(count)}</td>`);
  return `<tr><td>${escapeHtml(name)}</td>${cells.join('')}</tr>`;
}

function patternList(tally: HookTally): string {
  const patterns = tally.patterns();
  if (patterns.length === 0) return '';
  return `<h2>${escapeHtml(tally.name)}</h2>\n<ol>\n${patterns.map(patternItem).join('\n')}\n</ol>`;
}

function patternItem({ effect, title, count, example: { agent, at, call, id, reason } }: Pattern): string {
  const when = at === null ? '' : `, ${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return `<li>${number(count)} × <b class="${effect}">${effect}</b> ${escapeHtml(title)}
<code>${escapeHtml(call)}</code>
${escapeHtml(explanationOf(reason))} <small>${escapeHtml(agent)}${when} · ${id}</small></li>`;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? '');
}
