import type { Command, ExitCode } from '../../command-line/command.ts';
import type { Context } from '../../command-line/context.ts';
import { runCommand } from '../../command-line/run-command.ts';
import { alignColumns, wrapUnder } from '../../ui/output.ts';
import { type Explanation, explanationOf, explanations, firstExplanations } from './explanation.ts';

export const command: Command = {
  name: 'explain',
  usage: '[code]',
  about:
    'Explain an error, a state or a cause: its meaning and the fix. Without one, list those that you meet first.',
  options: [{ flags: '--all', about: 'list every code' }],
  offers: { code: { kind: 'words', words: explanations().map(({ code }) => code) } },
  examples: ['hooks explain', 'hooks explain HOOK_FAILING', 'hooks explain failing', 'hooks explain --all'],
  async run(context) {
    const [name] = context.words;
    const isAll = context.options.has('all') || context.isJson;
    const listed = isAll ? explanations() : firstExplanations();
    const found = name === undefined ? listed : [explanationOf(name)];
    if (context.isJson) context.print({ schema: 'hookmd.explain/1', errors: found });
    else if (name === undefined) showCodes(context, found, isAll);
    else for (const explanation of found) showExplanation(context, explanation);
    return 0;
  },
};

export const main = (words: readonly string[]): Promise<ExitCode> => runCommand(command, words);

function showCodes({ out, err }: Context, all: readonly Explanation[], isAll: boolean): void {
  for (const [index, topic] of [...new Set(all.map((explanation) => explanation.topic))].entries()) {
    if (index > 0) out.line();
    out.line(out.paint('bold', topic));
    const rows = all.filter((explanation) => explanation.topic === topic);
    const cells = rows.map(({ code, message }) => [code, message]);
    for (const line of alignColumns(cells, { indent: '  ', width: out.width, tooWide: 'cut' }))
      out.line(line);
  }
  err.line();
  const more = isAll ? '' : ' `hooks explain --all` lists every code.';
  err.line(wrapUnder(`\`hooks explain CODE\` shows the cause and the fix.${more}`, err.width));
}

function showExplanation({ out, err }: Context, explanation: Explanation): void {
  const { code, severity, topic, message, example, cause, fix } = explanation;
  const kind = severity === null ? topic.replace(/s? of .*/, '') : `${severity}, ${topic}`;
  out.line(`${out.paint('bold', code)}  ${kind.toLowerCase()}`);
  out.line();
  const rows = [
    ...(message === '{detail}' && example !== null ? [] : [['Meaning', message]]),
    ...(example === null ? [] : [['Example', example]]),
    ...(cause === null ? [] : [['Cause', cause]]),
    ['Fix', fix],
  ];
  for (const line of alignColumns(rows, { indent: '  ', width: out.width })) out.line(line);
  if (![message, fix].some((text) => /\{\w+\}/.test(text))) return;
  err.line();
  err.line(wrapUnder('A word in braces is a placeholder: the message has your value there.', err.width));
}
