/**
 * How many formats of secrets are redacted: `node scripts/quality/redaction.mjs`.
 *
 * The tokens are made up from `test/corpora/secret-formats.txt`: a repository with whole ones would set off every scanner.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { redactTokens } from '../../hooks/notify-slack/token-formats.generated.mjs';

const corpus = path.resolve(import.meta.dirname, '../../test/corpora/secret-formats.txt');
const digits = '0123456789';
const letters = 'abcdefghijklmnopqrstuvwxyz';
const KINDS = {
  digit: digits,
  hex: `${digits}abcdef`,
  HEX: `${digits}ABCDEF`,
  anyhex: `${digits}abcdefABCDEF`,
  lower: digits + letters,
  UPPER: digits + letters.toUpperCase(),
  alnum: digits + letters + letters.toUpperCase(),
  bech32: '023456789ACDEFGHJKLMNPQRSTUVWXYZ',
};

/** Each format with its section, a made-up token, and the parts of it that nobody may read. */
export function readSecretFormats() {
  let section = '';
  return readFileSync(corpus, 'utf8')
    .split('\n')
    .flatMap((line) => {
      section = /^## (.*)/.exec(line)?.[1] ?? section;
      const [, name, template] = /^([^#\s]\S*) (.+)$/.exec(line) ?? [];
      if (template === undefined) return [];
      const parts = [];
      const token = template.replaceAll('⏎', '\n').replace(/\{(\w+):(\d+)\}/g, (_, kind, length) => {
        parts.push(makeUp(KINDS[kind], Number(length), line.length + parts.length));
        return parts.at(-1);
      });
      return [{ section, name, template, token, secrets: parts.filter((part) => part.length > 5) }];
    });
}

/** The same characters on every run, without the repetition that would make one part look like another. */
function makeUp(characters, length, seed) {
  let state = seed * 2_654_435_761 + 1;
  return Array.from({ length }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return characters[Math.floor((state / 2 ** 32) * characters.length)];
  }).join('');
}

/** The section of the page about secrets. */
export function describeRedaction() {
  const { listed, redacted, missed } = measure();
  return `redact-secrets and the event log redact ${redacted} of the ${listed} formats of two public lists of secret scanners (gitleaks,
trufflehog) that can be recognized alone. \`node scripts/quality/redaction.mjs\` counts them. Ordinary text has the form of the
others: ${missed.join(', ')}. The formats are in [test/corpora/secret-formats.txt](../test/corpora/secret-formats.txt).`;
}

function measure() {
  const listed = readSecretFormats().filter(({ section }) => !section.endsWith('in neither list'));
  const missed = listed.filter(({ token, secrets }) => {
    const clean = redactTokens(`KEY=${token}\n`);
    return secrets.some((secret) => clean.includes(secret));
  });
  return {
    listed: listed.length,
    redacted: listed.length - missed.length,
    missed: missed.map(({ name }) => name),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { listed, redacted, missed } = measure();
  process.stdout.write(`${redacted} of ${listed} formats are redacted\nnot: ${missed.join(', ')}\n`);
}
