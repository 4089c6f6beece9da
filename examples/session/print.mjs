const WIDTH = 100;
const LABEL = 9;
const isPainted = process.stdout.isTTY === true && !process.env.NO_COLOR;

/** Lines as they are, cut where they are too long. */
export function print(text) {
  const lines = text
    .split('\n')
    .map((line) => (line.length <= WIDTH ? line : `${line.slice(0, WIDTH - 1)}…`));
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** A command line, set off from what came before. */
export function printCommand(line) {
  print(isPainted ? `\n\u001b[1m$ ${line}\u001b[22m` : `\n$ ${line}`);
}

/** A label, and beside it text in as many lines as it needs, broken at blanks and commas where there are any. */
export function printWrapped(label, text) {
  const room = WIDTH - LABEL - 2;
  const lines = [];
  let rest = text.replaceAll('\n', ' ');
  while (rest.length > room) {
    const end = Math.max(rest.lastIndexOf(' ', room), rest.lastIndexOf(',', room - 1) + 1);
    const length = end > room / 2 ? end : room;
    lines.push(rest.slice(0, length));
    rest = rest.slice(length).trimStart();
  }
  lines.push(rest);
  for (const [index, line] of lines.entries())
    print(`  ${(index === 0 ? label : '').padEnd(LABEL)}${line.trimEnd()}`);
}
