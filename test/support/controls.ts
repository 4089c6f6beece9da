/** Everything a terminal acts on or a reader cannot see, but tab and newline: C0, C1, bidi marks, zero widths, line separators. */
const CONTROL =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this shows
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;

// biome-ignore lint/suspicious/noControlCharactersInRegex: the colours that a terminal is sent
const COLOUR = /(\u001b\[[\d;]*m)/;

/** Shows control characters as `‹U+001B›`; the colours of a terminal stay as they are. */
export function showControls(text: string, keepsColours = false): string {
  const parts = keepsColours ? text.split(COLOUR) : [text];
  return parts.map((part, index) => (index % 2 === 1 ? part : part.replace(CONTROL, nameOf))).join('');
}

/** The other way: for files that hold such characters. */
export function readControls(text: string): string {
  return text.replace(/‹U\+([0-9A-F]{4,6})›/g, (_, hex: string) => String.fromCodePoint(parseInt(hex, 16)));
}

function nameOf(character: string): string {
  return `‹U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}›`;
}
