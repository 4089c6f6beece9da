import { LABELS } from './labels.mjs';
import { countBlocks, isHeldOut, summarizeTimes } from './measure.mjs';
import { describeRedaction } from './redaction.mjs';

/** Corpora in the order of the report, and which of them the target for false blocks is about. */
export const CORPORA = [
  { name: 'agents', isEveryday: true, about: 'recorded sessions of Claude Code, Cursor, pi and SWE-agent' },
  {
    name: 'repositories',
    isEveryday: true,
    about: 'workflow steps, package scripts, Makefiles and pages of popular repositories',
  },
  { name: 'manuals', isEveryday: true, about: 'tldr pages, nl2bash, cheat sheets' },
  {
    name: 'containers',
    isEveryday: false,
    about: 'Terminal-Bench agents, which work as root in a container',
  },
  { name: 'small-models', isEveryday: false, about: 'models of 2023 on tasks about files (InterCode)' },
  { name: 'images', isEveryday: false, about: '`RUN` lines of Dockerfiles, which run as root' },
];
/** Of the guards whose blocks have labels. */
const TARGETS = { 'block-dangerous': 100, 'no-force-push': 10, 'protect-paths': 10 };
const MAX_EXAMPLE = 90;
const MAX_LISTED = 40;
/** Sources whose text is not repeated here. */
const NOT_QUOTED = /^(none stated|proprietary)$/;

/** The page `QUALITY.md`. */
export function writeReport(run) {
  return [
    introduction(run),
    '## Change',
    change(run),
    '## False blocks',
    falseBlocks(run),
    '## Claims',
    claims(run),
    '## Reported incidents',
    incidents(run),
    '## Peers',
    peers(run),
    '## Why commands were blocked wrongly',
    causes(run, 'false'),
    '## Why a right block is too strict',
    causes(run, 'strict'),
    '## Blocks without a label',
    unlabeled(run),
    '## Secrets',
    describeRedaction(),
    '## Latency',
    latency(run),
    '## Sources',
    sources(run),
  ].join('\n\n');
}

function introduction({ now: { date, commit }, node }) {
  return `# Measured quality of the bundled guards

<!-- Written by \`npm run quality\`. Do not edit. -->

This page shows how often each guard blocks a command that it should allow, and how much it catches of what its HOOK.md claims.
\`npm run quality\` wrote it on ${date} at commit ${commit}, with Node.js ${node}. To repeat it:

\`\`\`sh
npm run quality                       # fetches the sources below, at their commits
npm run quality -- --sources DIR      # uses git directories OWNER+NAME in DIR
npm run quality -- --peers DIR        # also runs peers that are installed in DIR/node_modules
\`\`\`

Each guard runs in the same process, on the event that it gets from an agent whose project is the working directory.
Neither that directory nor the home directory exists, and the directories of recorded sessions are renamed to them.

Each block has a label (\`scripts/quality/labels.json\`). One reader gave them; a group of commands that are alike has one label:

- **right**: HOOK.md states it, and something may be lost.
- **strict**: HOOK.md states it, but nothing of worth is lost (generated files, files that the same command makes again, a directory of a server).
- **false**: HOOK.md does not state it, or nothing is lost.

Every third command, in the order of their hashes, is held out: no rule is tuned on it. A listing showed false blocks of the held-out part
once, before the rules of commit 595b3d29.`;
}

function change({ now, baseline }) {
  return `Everyday commands (the first three corpora below), per 100,000, and the share of the claims that is caught:\n\n${table(
    ['guard', 'commit', 'date', 'blocked', 'strict', 'false', 'false, held out', 'caught'],
    Object.keys(now.guards).flatMap((name) =>
      [baseline, now].flatMap(({ commit, date, guards }) => {
        const rates = guards[name];
        // A new guard has no baseline.
        if (rates === undefined) return [];
        const row = [
          name,
          commit,
          date,
          rates.blocked,
          ...(name in TARGETS ? [rates.strict, rates.false, rates.falseHeldOut] : ['–', '–', '–']),
          `${rates.caughtPercent} %`,
        ];
        return [row];
      }),
    ),
  )}\n\n\`npm run quality -- --baseline\` makes the measured commit the one to compare with.`;
}

function falseBlocks(run) {
  const target = (guard) =>
    guard in TARGETS
      ? `Target: at most ${TARGETS[guard]} false blocks in 100,000 everyday commands.`
      : 'Most of its blocks have no label yet, so it is not known how many are false. Each is a question to the user by default.';
  return run.guards
    .map(({ name }) => {
      const everyday = CORPORA.filter(({ isEveryday }) => isEveryday).map((corpus) => corpus.name);
      const rows = [
        ...CORPORA.map((corpus) => falseBlockRow(corpus.name, [run.measured.get(name).get(corpus.name)])),
        falseBlockRow(
          '**everyday**: the first three',
          everyday.map((corpus) => run.measured.get(name).get(corpus)),
        ),
      ];
      return `### ${name}\n\n${target(name)} Blocks per 100,000 commands:\n\n${table(
        [
          'corpus',
          'commands',
          'blocked',
          'right',
          'strict',
          'false',
          'no label',
          'false, tuned',
          'false, held out',
        ],
        rows,
      )}`;
    })
    .concat(CORPORA.map(({ name, about }) => `- ${name}: ${about}`).join('\n'))
    .join('\n\n');
}

function falseBlockRow(title, results) {
  const all = sum(results.map((result) => countBlocks(result)));
  const heldOut = sum(results.map((result) => countBlocks(result, isHeldOut)));
  const tuned = sum(results.map((result) => countBlocks(result, (block, index) => !isHeldOut(block, index))));
  return [
    title,
    all.total.toLocaleString('en-US'),
    rate(all.blocked, all.total),
    ...LABELS.map((label) => rate(all[label], all.total)),
    `${rate(tuned.false, tuned.total)} (${tuned.false})`,
    `${rate(heldOut.false, heldOut.total)} (${heldOut.false})`,
  ];
}

function sum(counts) {
  return counts.reduce((total, count) =>
    Object.fromEntries(Object.keys(total).map((key) => [key, total[key] + count[key]])),
  );
}

function rate(count, total) {
  return Math.round((count / total) * 1e5).toLocaleString('en-US');
}

function claims({ families, guards }) {
  return guards
    .map(({ name }) => {
      const rows = families.filter(({ guard }) => guard === name);
      const total = rows.reduce((count, row) => count + row.total, 0);
      const caught = total - rows.reduce((count, row) => count + row.missed.length, 0);
      return `${name} catches ${caught} of ${total} lines (${share(caught, total)}):\n\n${table(
        ['family', 'lines', 'caught', 'missed, for example'],
        rows.map((row) => [
          row.family,
          row.total,
          share(row.total - row.missed.length, row.total),
          row.missed.slice(0, 2).map(code).join(', '),
        ]),
      )}`;
    })
    .join('\n\n')
    .concat('\n\nThe lines are in [test/corpora/dangerous.txt](../test/corpora/dangerous.txt).');
}

function incidents({ incidents: rows }) {
  return `Commands of public reports, as far as the reports give them:\n\n${table(
    ['command', 'report', 'blocked by'],
    rows.map(({ text, report, blockedBy }) => [
      code(text),
      `[${report}](${issueOf(report)})`,
      blockedBy.join(', ') || 'nothing',
    ]),
  )}`;
}

function issueOf(report) {
  const [repository, number] = report.split('#');
  return `https://github.com/${repository}/issues/${number}`;
}

function peers({ peers: rows, peerLists: { blocks, allows } }) {
  const lists = `The tests of three peers (the last rows of the sources) state ${blocks.total} commands as dangerous. The guards block ${share(blocks.stopped, blocks.total)} of them.
Most of the others are not in a HOOK.md here, such as commands of single cloud services. Of the ${allows.total} commands that the tests allow,
${allows.stopped} are blocked, often because a peer allows deletes in the project.`;
  const tables = rows.map(
    ({ package: name, version, samples, results }) =>
      `${name} ${version}, at most ${samples} commands of each corpus, evenly taken:\n\n${table(
        ['commands of', 'commands', `${name} stops`, 'block-dangerous and no-force-push stop'],
        results.map(({ title, total, theirs, ours }) => [
          title,
          total,
          share(theirs, total),
          share(ours, total),
        ]),
      )}`,
  );
  if (tables.length === 0) return lists;
  return [
    lists,
    `Side by side on the same commands. A peer has other aims, and its blocks have no labels. It does not claim what the guards here claim:
the claims below are those of block-dangerous and no-force-push. A question to the user counts as stopped.`,
    ...tables,
  ].join('\n\n');
}

function causes({ guards, measured, licenses }, label) {
  return guards
    .map(({ name }) => {
      const groups = new Map();
      for (const [corpus, { blocks }] of measured.get(name)) {
        for (const block of blocks.filter((block) => block.label === label)) {
          groups.set(block.why, [...(groups.get(block.why) ?? []), { ...block, corpus }]);
        }
      }
      const rows = [...groups]
        .sort(([, a], [, b]) => b.length - a.length)
        .map(([why, blocks]) => [why, blocks.length, shortest(blocks, licenses)]);
      return rows.length === 0
        ? `${name}: none.`
        : `${name}:\n\n${table(['why', 'commands', 'shortest example'], rows)}`;
    })
    .join('\n\n');
}

function shortest(blocks, licenses) {
  const quotable = blocks.filter(
    ({ source, text }) => !NOT_QUOTED.test(licenses.get(source)) && text.length <= MAX_EXAMPLE,
  );
  const [first] = quotable.sort((a, b) => a.text.length - b.text.length);
  return first === undefined ? '' : code(first.text);
}

function unlabeled({ guards, measured, licenses }) {
  const found = guards.flatMap(({ name }) =>
    [...measured.get(name)].flatMap(([corpus, { blocks }]) =>
      blocks.filter(({ label }) => label === 'unlabeled').map((block) => ({ ...block, guard: name, corpus })),
    ),
  );
  if (found.length === 0) return 'None.';
  const listed = found.filter(({ source }) => !NOT_QUOTED.test(licenses.get(source))).slice(0, MAX_LISTED);
  return `${found.length} blocks, for example:\n\n${table(
    ['guard', 'corpus', 'command'],
    listed.map(({ guard, corpus, text }) => [guard, corpus, code(text)]),
  )}`;
}

function latency({ guards, measured }) {
  return `In process, in milliseconds, over all commands. A hook that starts a process adds its start.\n\n${table(
    ['guard', 'median', '99 %', 'longest'],
    guards.map(({ name }) => {
      const { p50, p99, max } = summarizeTimes([...measured.get(name).values()].map(({ times }) => times));
      return [name, p50.toFixed(3), p99.toFixed(2), max.toFixed(0)];
    }),
  )}`;
}

function sources({ sources: rows }) {
  return table(
    ['repository', 'commit', 'license', 'kinds of text'],
    rows.map(({ repository, commit, license, kinds }) => [
      `[${repository}](https://github.com/${repository})`,
      code(commit.slice(0, 12)),
      license,
      Object.entries(kinds)
        .map(([corpus, names]) => `${names.join(', ')} (${corpus})`)
        .join('; '),
    ]),
  ).concat('\n');
}

function share(count, total) {
  return total === 0 ? '' : `${((count / total) * 100).toFixed(1).replace('.0', '')} %`;
}

/** A command on one line of a table, cut, without what ends a cell. */
function code(text) {
  const line = text.replaceAll('\n', ' ⏎ ').replaceAll('|', '\\|');
  const shown = line.length > MAX_EXAMPLE ? `${line.slice(0, MAX_EXAMPLE)}…` : line;
  const fence = shown.includes('`') ? '``' : '`';
  return `${fence}${fence === '``' ? ` ${shown} ` : shown}${fence}`;
}

function table(titles, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [line(titles), line(titles.map(() => '---')), ...rows.map(line)].join('\n');
}
