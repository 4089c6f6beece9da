import { readFileSync } from 'node:fs';

const SPELLINGS = 'spellings';

/** The lines of `dangerous.txt`: guard, family and text, with the spellings of each family's first line. */
export function readClaims(file) {
  const written = parseSections(readFileSync(file, 'utf8'));
  const payloads = firstOfEachFamily(written);
  return written.flatMap((claim) =>
    claim.family === SPELLINGS
      ? payloads
          .filter(({ guard }) => guard === claim.guard)
          .map(({ text }) => ({ ...claim, text: claim.text.replaceAll('{}', () => text) }))
      : [claim],
  );
}

function parseSections(content) {
  let guard = '';
  let family = '';
  const claims = [];
  for (const line of content.split('\n')) {
    const [, mark, name] = /^(=|##|#) (.*)$/.exec(line) ?? [];
    if (mark === '=') guard = name;
    else if (mark === '##') family = name;
    else if (mark === undefined && line !== '')
      claims.push({ guard, family, text: line.replaceAll('⏎', '\n') });
  }
  return claims;
}

function firstOfEachFamily(claims) {
  return claims.filter(
    ({ guard, family }, index) =>
      family !== SPELLINGS &&
      claims.findIndex((claim) => claim.guard === guard && claim.family === family) === index,
  );
}
