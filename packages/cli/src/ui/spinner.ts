import { cleanLine } from '@hookmd/core/text';
import type { Context } from '../command-line/context.ts';
import { cut, printErr } from './output.ts';

const DELAY_MS = 300;
const FRAME_MS = 80;
const ERASE = '\r\x1b[2K';
let isActive = false;

/**
 * Runs `work` with a moving line on the terminal, once it takes longer than 300 ms; `show` replaces its text. Nothing is left of the
 * line, also after Ctrl-C. `work` must not print or prompt. Within another spinner it shows nothing.
 */
export async function withSpinner<T>(
  { err, isJson, environment }: Pick<Context, 'err' | 'isJson' | 'environment'>,
  text: string,
  work: (show: (text: string) => void) => Promise<T>,
): Promise<T> {
  const isSilent = isJson || isActive || environment['CI'] || environment['TERM'] === 'dumb';
  if (isSilent || !err.isTerminal) return work(() => {});
  isActive = true;
  const frames = err.glyph('⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏', '|/-\\');
  let [shown, frame] = [text, 0];
  const draw = (): void => {
    printErr(ERASE + cut(`${frames[frame++ % frames.length]} ${cleanLine(shown)}`, err.width - 1));
  };
  const erase = (): void => {
    clearInterval(timer);
    if (frame > 0) printErr(ERASE);
  };
  const interrupt = (): void => {
    erase();
    // Work that ends itself in good order has its own listener.
    if (process.listenerCount('SIGINT') === 0) process.kill(process.pid, 'SIGINT');
  };
  let timer = setTimeout(() => {
    process.once('SIGINT', interrupt);
    draw();
    timer = setInterval(draw, FRAME_MS);
  }, DELAY_MS);
  try {
    return await work((next) => {
      shown = next;
    });
  } finally {
    isActive = false;
    process.off('SIGINT', interrupt);
    erase();
  }
}
