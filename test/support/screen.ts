import { type IBufferCell, Terminal } from '@xterm/headless';

/** A terminal as high as everything that is ever shown: nothing scrolls away. */
const ROWS = 1000;

const COLOURS = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'];
const WRAPS = '↩';

/** What a person sees who was shown these bytes: colours as `‹red›…‹/›`, `↩` where a line did not fit. */
export async function readScreen(bytes: string, columns: number): Promise<string> {
  const terminal = new Terminal({ cols: columns, rows: ROWS, allowProposedApi: true });
  await new Promise<void>((resolve) => terminal.write(bytes, resolve));
  const buffer = terminal.buffer.active;
  const lines: string[] = [];
  for (let y = 0; y < buffer.length; y++) {
    const line = buffer.getLine(y);
    const end = line?.translateToString(true).length ?? 0;
    const cells = Array.from({ length: end }, (_, x) => line?.getCell(x));
    const isCut = buffer.getLine(y + 1)?.isWrapped ?? false;
    lines.push(readCells(cells) + (isCut ? WRAPS : ''));
  }
  terminal.dispose();
  return lines.join('\n').trimEnd();
}

function readCells(cells: readonly (IBufferCell | undefined)[]): string {
  let shown = '';
  let open = '';
  for (const cell of cells) {
    const style = cell === undefined || cell.getChars() === '' ? open : styleOf(cell);
    if (style !== open) shown += `${open === '' ? '' : '‹/›'}${style === '' ? '' : `‹${style}›`}`;
    open = style;
    shown += cell?.getWidth() === 0 ? '' : cell?.getChars() || ' ';
  }
  return open === '' ? shown : `${shown}‹/›`;
}

function styleOf(cell: IBufferCell): string {
  const colour = cell.isFgPalette() ? COLOURS[cell.getFgColor()] : undefined;
  const marks = {
    bold: cell.isBold(),
    dim: cell.isDim(),
    inverse: cell.isInverse(),
    underline: cell.isUnderline(),
  };
  return [...Object.entries(marks).flatMap(([name, is]) => (is ? [name] : [])), colour ?? '']
    .filter(Boolean)
    .join(' ');
}
