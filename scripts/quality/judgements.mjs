import { hashOf } from './corpora.mjs';

export const LABELS = ['right', 'strict', 'false', 'unlabelled'];
const SHOWN = 12;

/** Looks up what a reader judged about a block: `{ label, why }`. */
export function openJudgements(groups) {
  const known = new Map(
    groups.flatMap(({ guard, label, why, commands }) =>
      commands.split(' ').map((hash) => [`${guard} ${hash}`, { label, why }]),
    ),
  );
  return (guard, text) => known.get(keyOf(guard, text)) ?? { label: 'unlabelled', why: 'not read yet' };
}

function keyOf(guard, text) {
  return `${guard} ${hashOf(text).slice(0, SHOWN)}`;
}
