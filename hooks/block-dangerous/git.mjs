import { Options } from './shell.generated.mjs';
import { isWholeTree } from './targets.mjs';

/** Without -f it cleans if `clean.requireForce` is off. */
export function isCleaning(words) {
  const options = new Options(words.slice(2), 'e');
  return !isDryRun(options) && !options.has('h', 'help');
}

/** A dry run that no other option turns off. */
function isDryRun(options) {
  return options.has('n', 'dry-run') && !options.longNames.some((operand) => operand.startsWith('no-'));
}

/** `checkout`, `switch` or `restore` that discards changes of more than the named files. */
export function isRestoringAll(words, call) {
  const isRestore = words[1] === 'restore';
  const options = new Options(words.slice(2), isRestore ? 's' : 'bBcC');
  if (isRestore && options.has('S', 'staged') && !options.has('W', 'worktree')) return false;
  if (options.has('', 'pathspec-from-file') || (words[1] !== 'switch' && isFromList(options.operands, call)))
    return true;
  if (!isRestore && options.has('f', 'force', 'discard-changes')) return true;
  return words[1] !== 'switch' && options.operands.some((operand) => isWholeTree(operand, call));
}

/** All changed files, from another command: `… | xargs git checkout --`, `git restore $(git ls-files -m)`. */
function isFromList(operands, { current }) {
  return (
    current.isFilled || operands.some((operand) => /^[$`].*\bgit\s+(diff|ls-files|status)\b/s.test(operand))
  );
}

/** Also without an option: `+main` forces, `:main` deletes. `--force-with-lease` checks the branch on the server first. */
export function isForcedPush(words) {
  const options = new Options(words.slice(2), 'o');
  if (isDryRun(options)) return false;
  return (
    options.has('fd', 'mirror', 'delete', 'prune', 'force') ||
    options.operands.some((operand) => /^\+|^:./.test(operand))
  );
}

/** Commands after which even the reflog does not help. */
export function removesHistory(words) {
  const [, subcommand, action] = words;
  const options = new Options(words.slice(2));
  switch (subcommand) {
    case 'reflog':
      return action === 'expire' || action === 'delete';
    case 'gc':
      return words.some((word) => /^--pru[^=]*=(now|all|\S*(second|minute|hour))/.test(word));
    case 'update-ref':
      return options.has('d', 'stdin');
    case 'worktree':
      return action === 'remove' && options.has('f', 'force');
    case 'submodule':
      return action === 'deinit' && options.has('f', 'force');
    case 'checkout-index':
      return options.has('f', 'force');
    case 'read-tree':
      return options.has('', 'reset');
    default:
      return !isDryRun(options) && !options.has('h', 'help');
  }
}
