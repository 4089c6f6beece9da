import { tokenFormats } from './token-formats.mjs';

/** All formats at once: the first place wins, so no marker can break up a longer secret around it. */
const anyToken = new RegExp(tokenFormats.map(({ pattern }) => `(${pattern})`).join('|'), 'g');

/**
 * What may stand inside a token or before it and is not seen: colours and other terminal sequences, characters
 * without width, and the escapes of a text in JSON or code (`\n`).
 */
const unseen =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: terminals speak in them
  /\u001b\[[0-9;:?]{0,40}[ -/]{0,4}[@-~]|\u001b[()][A-Z0-9]|\\{1,8}(?:[nrt]|u001b\[[0-9;]{0,40}m|x1b\[[0-9;]{0,40}m)|[\u00ad\u200b-\u200f\u2060\ufeff]/g;

/** Counts what `redactText` replaced. */
export class Redactor {
  found = 0;

  /** The text with every known token replaced by `[redacted:NAME]`. */
  redactText(text) {
    const clean = this.#redactView(text, [{ at: 0, from: 0 }], text);
    if (clean.search(unseen) < 0) return clean;
    return [' ', ''].reduce(
      (current, filler) => this.#redactView(current, ...viewOf(current, filler)),
      clean,
    );
  }

  /** Finds tokens in a view of the text, and replaces what stands in their places in the text itself. */
  #redactView(text, places, view) {
    let clean = '';
    let done = 0;
    let index = 0;
    for (const match of view.matchAll(anyToken)) {
      const position = (at) => {
        while (index + 1 < places.length && places[index + 1].at <= at) index += 1;
        return places[index].from + at - places[index].at;
      };
      clean += `${text.slice(done, position(match.index))}[redacted:${nameOf(match)}]`;
      done = position(match.index + match[0].length - 1) + 1;
      this.found += 1;
    }
    return clean + text.slice(done);
  }
}

/**
 * The text with `filler` for whatever is unseen and a blank for each escaped line end, and where each of the
 * pieces between them stands in the text.
 */
function viewOf(text, filler) {
  const places = [];
  let view = '';
  let from = 0;
  for (const { 0: piece, index } of text.matchAll(unseen)) {
    places.push({ at: view.length, from });
    view += text.slice(from, index) + (/^\\+[nrt]$/.test(piece) ? ' ' : filler);
    from = index + piece.length;
  }
  places.push({ at: view.length, from });
  return [places, view + text.slice(from)];
}

function nameOf([, ...groups]) {
  return tokenFormats[groups.findIndex((group) => group !== undefined)].name;
}
