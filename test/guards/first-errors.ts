/** The messages that a new user sees most often, as docs/reference/errors.md shows them first. */
import { issue } from '@hookmd/core/errors';
import { firstErrors } from '../../packages/cli/src/commands/explain/first-errors.ts';

/** The section, in Markdown. `plain` escapes a sentence. */
export function firstErrorLines(plain: (text: string) => string): readonly string[] {
  return [
    '## The ten that you will meet first',
    '',
    ...firstErrors.flatMap(({ code, parameters, cause, more }) => {
      const { message, remedy } = issue(code, parameters);
      return [
        `### ${plain(message)}`,
        '',
        `Code: [\`${code}\`](#${code.toLowerCase()})`,
        '',
        `Cause: ${plain(cause)}`,
        '',
        `Fix: ${plain(remedy)}${more === undefined ? '' : ` ${plain(more)}`}`,
        '',
      ];
    }),
  ];
}
