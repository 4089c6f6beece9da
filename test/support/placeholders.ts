import { CLI } from './run-hooks.ts';

/**
 * What differs from run to run and from machine to machine, and what stands for it in a scenario.
 *
 * A stand-in is as long as what it stands for wherever that has one length, so that columns and line ends stay true.
 */
const rows: readonly (readonly [what: RegExp, instead: string | ((found: string) => string)])[] = [
  [/\bsha256:[0-9a-f]{64}\b/g, hideHex],
  // A digest in short, in `info` and in a question.
  [/\bsha256:[0-9a-f]{4,11}(?:[…~]|\.\.\.)[0-9a-f]{0,4}/g, hideHex],
  // Digests, trace and span ids; ULIDs.
  [/"[0-9a-f]{16,64}"/g, hideHex],
  [/"[0-9A-HJKMNP-TV-Z]{26}"/g, (found) => `"${'#'.repeat(found.length - 2)}"`],
  // The short id at the head of a trace.
  [/^[0-9a-f]{8}(?= {2})/gm, hideHex],
  [/(?<!\d)20\d\d-\d\d-\d\d(T\d\d:\d\d:\d\d(\.\d+)?Z)?/g, (found) => found.replace(/\d/g, '#')],
  [/\b\d\d:\d\d:\d\d\b/g, (found) => found.replace(/\d/g, '#')],
  // The short id in a line of the log, and in a command to go on with; not that of an example.
  [/(?<=##:##:## {2})[0-9a-f]{8}(?= {2})/g, hideHex],
  [/(?<=hooks allow )(?!4bf92f35)[0-9a-f]{8}\b/g, hideHex],
  [/(?<=hooks trace )(?!4bf92f35)[0-9a-f]{8}\b/g, hideHex],
  // How long something took: in the last run of `info`, a test case, a line of HOOKMD_LOG.
  [/(?<=\(\w+, )\d+(\.\d)? m?s/g, '# ms'],
  [/(?<=^ {2}\S*[✓+]\S* .* {2}\S*?)\d+ ms/gm, '# ms'],
  [/(?<= {2}ends: .*, )\d+(\.\d)? m?s/g, '# ms'],
  [/(?<=in time: p95 )\d+(\.\d)? m?s/g, '# ms'],
  // In a stage of `hooks run --explain`.
  [/(?<=^(?:! )? {3}(?:decision .* in|\S+: (?:\w+ at|\w+,.*)) )\d+(\.\d)? m?s/gm, '# ms'],
  // How long something took: in the headline of a trace, its bars, its starts; in a decision, without bars.
  [/( {2}session: .*?) {2}\d+(?:\.\d)? m?s/g, '$1  # ms'],
  [/[█#]+ *\d+(\.\d)? m?s/g, (found) => `${(found[0] ?? '').padEnd(9)}   # ms`],
  [/^ *\d+(\.\d)? m?s(?= [├└|`])/gm, '   # ms'],
  [/ {2,}(\d+(\.\d)? ms|\d+\.\d s)(?= {2}|\r?$)/gm, (found) => '# ms'.padStart(found.length)],
  // On a busy machine, `hooks run` handles the first event while the daemon starts.
  [/(?<=daemon {2,}running, )\d+ events?/g, '# events'],
  // A scan.
  [/(?<=\(\d+ [kM]B\) in )\d+(\.\d)? m?s/g, '# ms'],
  // A test event of `doctor`.
  [/(?<=returned a result in )\d+(\.\d)? m?s/g, '# ms'],
  // The size of a built handler depends on the SDK in it.
  [/(?<=one module of )\d+ kB/g, '# kB'],
  // The size of the event log depends on times and ids.
  [/\b\d+ kB(?=, last record)/g, '# kB'],
  [/(?<="(durationMs|startMs)": ?)[\d.]+/g, '#'],
];

/** `dir` is the scratch folder; its random end is hidden. */
export function hideWhatVaries(text: string, dir: string): string {
  const hidden = dir.replace(/\w{6}$/, '000000');
  const versions = text
    .replaceAll(dir, hidden)
    .replace(/(?<=hookmd-)\w{1,5}(?=[…~])/g, (end) => '0'.repeat(end.length))
    .replaceAll(CLI, '<hooks>')
    .replaceAll(`Node ${process.versions.node}, ${process.platform}`, 'Node <node>, <os>')
    .replaceAll(`this is ${process.versions.node}`, 'this is <node>')
    .replaceAll(`this is ${process.platform}`, 'this is <os>')
    .replaceAll(`this is ${process.arch}`, 'this is <arch>');
  return rows.reduce((shown, [subject, instead]) => shown.replace(subject, instead as string), versions);
}

function hideHex(found: string): string {
  const [, name = '', hex = ''] = /^(sha256:)?(.*)$/.exec(found) ?? [];
  return name + hex.replace(/[0-9a-f]/g, '#');
}
