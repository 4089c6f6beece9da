import type { Scenario, Surroundings } from './scenario.ts';

/** The text of a scenario, with what its commands showed this time. */
export function formatScenario(scenario: Scenario): string {
  const steps = scenario.steps.map(({ notes, command, answers, shows }) => {
    const typed = answers.map(({ after, keys }) => `> ${after} => ${keys}`);
    return [...notes, `$ ${command}`, ...typed, ...formatShown(shows, scenario.surroundings)].join('\n');
  });
  const files = scenario.files.map(({ path, mode, text }) => {
    return `-- ${path}${mode === null ? '' : ` ${mode.toString(8)}`} --\n${text}`;
  });
  return `${[scenario.head.join('\n'), ...steps].join('\n\n')}\n${files.length > 0 ? '\n' : ''}${files.join('')}`;
}

/** What the first surroundings showed stands bare, whatever differs from it under its own names. */
function formatShown(shows: ReadonlyMap<string, string>, surroundings: readonly Surroundings[]): string[] {
  const namesOf = new Map<string, string[]>();
  for (const { name } of surroundings) {
    const shown = shows.get(name) ?? '';
    namesOf.set(shown, [...(namesOf.get(shown) ?? []), name]);
  }
  const blocks = [...namesOf].map(([shown, names], index) => {
    const text = shown.split('\n').map(escapeLine).join('\n');
    return index === 0 ? text : `\n@ ${names.join('; ')}\n${text}`;
  });
  return blocks.filter((block) => block !== '');
}

/** A line of output that would be read as something else. */
function escapeLine(line: string): string {
  return /^([$@#>] |\\|-- .* --$)/.test(line) ? `\\${line}` : line;
}
