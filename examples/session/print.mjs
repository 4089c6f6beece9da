const WIDTH = 100;
const LABEL_WIDTH = 8;
const isStyled = process.stdout.isTTY === true && !process.env.NO_COLOR;

/** Prints lines, and cuts those that are too long. */
export function print(text) {
  const lines = text
    .split('\n')
    .map((line) => (line.length <= WIDTH ? line : `${line.slice(0, WIDTH - 1)}…`));
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** Prints a line in bold, after an empty line. */
export function printHeading(line) {
  print(isStyled ? `\n\u001b[1m${line}\u001b[22m` : `\n${line}`);
}

/** Prints a label and a text beside it. Wraps long lines of the text at spaces, if possible. */
export function printLabeled(label, text) {
  const lines = text.trimEnd().split('\n').flatMap(wrap);
  for (const [index, line] of lines.entries())
    print(`  ${(index === 0 ? label : '').padEnd(LABEL_WIDTH)}${line.trimEnd()}`);
}

function wrap(line) {
  const room = WIDTH - LABEL_WIDTH - 2;
  if (line.length <= room) return [line];
  const space = line.lastIndexOf(' ', room);
  const end = space > room / 2 ? space : room;
  return [line.slice(0, end), ...wrap(line.slice(end).trimStart())];
}
