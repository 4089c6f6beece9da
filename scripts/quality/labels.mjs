import { hashOf } from './corpora.mjs';

export const LABELS = ['right', 'strict', 'false', 'unlabeled'];
const HASH_CHARACTERS = 12;

/** Looks up the label of a block, which somebody gave it after reading the command: `{ label, why }`. */
export function openLabels(groups) {
  const known = new Map(
    groups.flatMap(({ guard, label, why, commands }) =>
      commands.split(' ').map((hash) => [`${guard} ${hash}`, { label, why }]),
    ),
  );
  return (guard, text) => known.get(keyOf(guard, text)) ?? { label: 'unlabeled', why: 'not read yet' };
}

function keyOf(guard, text) {
  return `${guard} ${hashOf(text).slice(0, HASH_CHARACTERS)}`;
}
