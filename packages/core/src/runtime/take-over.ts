import type { InProcessBackground } from '../background/in-process.ts';
import type { RuntimeOptions, TakeOver } from './runtime.ts';

/** Null = everything is waited for. What looks after runs here is loaded with the first of them. */
export function takeOverOf(
  { background = 'here' }: Pick<RuntimeOptions, 'background'>,
  owner: object,
  opened: (background: InProcessBackground) => void,
): TakeOver | null {
  if (background === 'awaited') return null;
  if (background !== 'here') return background;
  let opening: Promise<InProcessBackground> | null = null;
  const open = async (): Promise<InProcessBackground> => {
    const { InProcessBackground: Background } = await import('../background/in-process.ts');
    const made = new Background(owner);
    opened(made);
    return made;
  };
  return async (origin, work) => {
    opening ??= open();
    const { jobHere } = await import('../background/late-job.ts');
    (await opening).start(jobHere(origin, work));
    return null;
  };
}
