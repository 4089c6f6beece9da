import { LABELS } from './labels.mjs';

/** Every third command: no rule is tuned on these. */
export const isHeldOut = (_, index) => index % 3 === 2;

/** What a guard does with the commands of a corpus: its blocks with their labels, and the time of each command in ms. */
export function measureCorpus({ name, evaluate }, commands, labelOf) {
  const times = new Float64Array(commands.length);
  const blocks = commands.flatMap(({ text, source }, index) => {
    const start = process.hrtime.bigint();
    const reason = evaluate(text);
    times[index] = Number(process.hrtime.bigint() - start) / 1e6;
    return reason === null ? [] : [{ text, source, reason, index, ...labelOf(name, text) }];
  });
  return { count: commands.length, blocks, times };
}

/** Commands, blocks and labels, of all of a corpus or of the part that `isIncluded`. */
export function countBlocks({ count, blocks }, isIncluded = () => true) {
  const included = blocks.filter((block) => isIncluded(block, block.index));
  const total = Array.from({ length: count }, (_, index) => index).filter((index) =>
    isIncluded(null, index),
  ).length;
  const labels = Object.fromEntries(
    LABELS.map((label) => [label, included.filter((block) => block.label === label).length]),
  );
  return { total, blocked: included.length, ...labels };
}

/** Caught and missed claims of each guard and family. */
export function measureClaims(guards, claims) {
  const families = new Map();
  for (const claim of claims) {
    const key = `${claim.guard}\n${claim.family}`;
    const row = families.get(key) ?? { guard: claim.guard, family: claim.family, total: 0, missed: [] };
    families.set(key, row);
    row.total += 1;
    if (guards.find(({ name }) => name === claim.guard).evaluate(claim.text) === null)
      row.missed.push(claim.text);
  }
  return [...families.values()];
}

/** Median, 99th percentile and maximum of all times. */
export function summarizeTimes(lists) {
  const times = Float64Array.from(lists.flatMap((list) => [...list])).sort();
  const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))];
  return { p50: at(0.5), p99: at(0.99), max: times[times.length - 1] };
}

/** The figures of a guard by which two measurements are compared, per 100,000 commands. */
export function summarizeGuard(results, families) {
  const rates = (isIncluded) => {
    const counts = results.map((result) => countBlocks(result, isIncluded));
    const total = counts.reduce((sum, count) => sum + count.total, 0);
    return (label) => Math.round((counts.reduce((sum, count) => sum + count[label], 0) / total) * 1e5);
  };
  const all = rates();
  const lines = families.reduce((sum, family) => sum + family.total, 0);
  const missed = families.reduce((sum, family) => sum + family.missed.length, 0);
  return {
    blocked: all('blocked'),
    strict: all('strict'),
    false: all('false'),
    falseHeldOut: rates(isHeldOut)('false'),
    caughtPercent: Math.round((1 - missed / lines) * 1000) / 10,
  };
}
