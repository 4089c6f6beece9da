const VALUED = new Set(['repo', 'receive-pack', 'exec', 'push-option', 'recurse-submodules', 'signed']);
const LONG = 'force force-with-lease force-if-includes mirror prune delete dry-run all branches'
  .split(' ')
  .concat(...VALUED);

/**
 * The words after `git push`, parsed. `forcedBy` is the option or word that forces unconditionally, or null. `deleted` and
 * `targets` are branch names; null among them is one that only the shell knows. `targets` is empty if none is named.
 */
export function readPush(words) {
  const { long, letters, operands, hasRepo } = readWords(words);
  const has = (name) => long.get(name) === true;
  const refspecs = operands.slice(hasRepo ? 0 : 1).filter((word, index, all) => !isTagWord(word, index, all));
  const forced = [...operands].find((word) => /^\+/.test(word)) ?? words.find(hidesForce);
  const isDelete = has('delete') || letters.has('d');
  return {
    isDryRun: (has('dry-run') || letters.has('n')) && long.get('dry-run') !== false && forced === undefined,
    forcedBy:
      (has('force') || letters.has('f') ? '--force' : undefined) ??
      ['mirror', 'prune'].filter(has).map((name) => `--${name}`)[0] ??
      forced ??
      null,
    hasLease: has('force-with-lease'),
    pushesAll: has('all') || has('branches'),
    deleted: isDelete
      ? refspecs.map(branchName)
      : refspecs.filter((ref) => /^:./.test(ref)).map((ref) => branchName(ref.slice(1))),
    targets: refspecs.map((ref) => branchName(ref.slice(ref.indexOf(':') + 1))),
  };
}

/** Whether a word would force a push. */
export function mayForce(word) {
  return /^-[a-zA-Z]*f[a-zA-Z]*$|^--(fo\w*|mirror|prune|delete)$|^\+/.test(word) || hidesForce(word);
}

/** `$(echo -f)`, `${X:--force}`, `${X:-+main}` */
function hidesForce(word) {
  return (
    /[$`]/.test(word) &&
    /(?:[\s"'`(]|:?[-=+])(-[a-zA-Z]{0,9}f[a-zA-Z]{0,9}(?![\w-])|--force(?!-)|--mirror|--prune|\+\w)/.test(
      word,
    )
  );
}

function readWords(words) {
  const long = new Map();
  const letters = new Set();
  const operands = [];
  let hasRepo = false;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at];
    if (word === '--') {
      for (const operand of words.slice(at + 1)) operands.push(operand);
      break;
    }
    if (word.startsWith('--')) {
      const [, not, given, value] = /^--(no-)?([^=]*)(=.*)?$/s.exec(word);
      // Git accepts any unambiguous prefix; of several matches the first here is the most dangerous.
      const name =
        LONG.find((ref) => ref === given) ?? LONG.find((ref) => given !== '' && ref.startsWith(given));
      if (name !== undefined) long.set(name, not === undefined);
      if (name === 'repo') hasRepo = true;
      if (/^(repo|receive-pack|exec|push-option)$/.test(name ?? '') && value === undefined) at += 1;
    } else if (/^-./.test(word)) {
      const valueAt = word.indexOf('o');
      for (const letter of word.slice(1, valueAt < 0 ? undefined : valueAt)) letters.add(letter);
      if (valueAt === word.length - 1) at += 1;
    } else operands.push(word);
  }
  return { long, letters, operands, hasRepo };
}

/** `git push origin tag v1` */
function isTagWord(word, index, all) {
  return word === 'tag' || all[index - 1] === 'tag';
}

function branchName(ref) {
  const name = ref.replace(/^\+/, '').replace(/^(refs\/)?heads\//, '');
  return /[$`]/.test(name) ? null : name;
}
