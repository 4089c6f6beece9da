import { counted } from '@hookmd/core/text';
import { type MachineRow, unsentText } from './machines.ts';

/** One HTML page without scripts and without requests. */
export function machinesPage(rows: readonly MachineRow[], now: Date): string {
  const wrong = rows.filter(({ problems }) => problems.length > 0).length;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>HookMD: ${counted(rows.length, 'machine')}</title>
<style>
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { margin: 2rem auto; max-width: 80rem; padding: 0 1rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .4rem .8rem .4rem 0; border-bottom: 1px solid #8885; }
td.number { text-align: right; font-variant-numeric: tabular-nums; }
.wrong { font-weight: 600; }
ul { margin: 0; padding-left: 1.1rem; }
</style>
</head>
<body>
<main>
<h1>${counted(rows.length, 'machine')}, ${wrong} with problems</h1>
<p>Made ${escapeHtml(now.toISOString())}. Times are UTC.</p>
<div class="scroll" tabindex="0" role="region" aria-label="Machines">
<table>
<thead><tr><th scope="col">Id</th><th scope="col">Host</th><th scope="col">User</th><th scope="col">Agents</th><th scope="col">Release</th><th scope="col">Last event</th><th scope="col">Not sent</th><th scope="col">Dropped</th><th scope="col">Problems</th></tr></thead>
<tbody>
${rows.map(rowHtml).join('\n')}
</tbody>
</table>
</div>
</main>
</body>
</html>
`;
}

function rowHtml(row: MachineRow): string {
  const agents = row.agents.map(
    ({ name, attached, test }) => `${name}: ${attached ? `attached, test ${test}` : 'not attached'}`,
  );
  const cells = [
    `<td><code title="${escapeHtml(row.machine)}">${escapeHtml(row.machine.slice(0, 8))}</code></td>`,
    `<th scope="row">${escapeHtml(row.host)}</th>`,
    `<td>${escapeHtml(row.user)}</td>`,
    `<td>${items(agents)}</td>`,
    `<td>${escapeHtml(row.release ?? 'none')}</td>`,
    `<td>${escapeHtml(row.lastEvent ?? 'none')}</td>`,
    `<td class="number">${unsentText(row)}</td>`,
    `<td class="number">${row.dropped}</td>`,
    `<td class="wrong">${items(row.problems)}</td>`,
  ];
  return `<tr>${cells.join('')}</tr>`;
}

function items(texts: readonly string[]): string {
  return texts.length === 0 ? '' : `<ul>${texts.map((text) => `<li>${escapeHtml(text)}</li>`).join('')}</ul>`;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
}
