/** Breaks text into lines of a width, between words where it can. At least one line. */
export function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let rest = text;
  while (rest.length > width) {
    const blank = rest.lastIndexOf(' ', width);
    const end = blank > 0 ? blank : width;
    lines.push(rest.slice(0, end).trimEnd());
    rest = rest.slice(end).trimStart();
  }
  return [...lines, rest];
}
