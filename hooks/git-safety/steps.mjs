/** Programs that only run the program in their words. */
export function isTransparent({ name, words }) {
  return /^(time|timeout|nice|nohup|command)$/.test(name) && !words[0].includes('$');
}

const READERS =
  /^(\[|\[\[|:|basename|cat|cd|cut|date|diff|dirname|du|echo|egrep|false|fgrep|file|grep|head|hostname|id|jq|ls|nl|printf|pwd|readlink|realpath|rg|set|sleep|stat|tail|test|time|timeout|tr|tree|true|type|uname|uniq|wc|which|whoami)$/;
/** Programs that change files, but nothing of git. */
const WRITERS = /^(black|chmod|cp|gofmt|mkdir|mv|prettier|rm|rustfmt|sed|sort|tee|touch)$/;

const GIT_READERS =
  /^(annotate|blame|cat-file|check-attr|check-ignore|count-objects|describe|diff|diff-files|diff-index|diff-tree|for-each-ref|grep|help|log|ls-files|ls-remote|ls-tree|merge-base|name-rev|rev-list|rev-parse|shortlog|show|show-branch|show-ref|status|var|version|whatchanged)$/;
/** Subcommands that only read with these words. */
const GIT_LISTS = {
  branch:
    /^(-[avr]+|-vv|--(show-current|list|all|remotes|verbose|merged|no-merged|contains|sort=.*|format=.*))$/,
  config: /^(--get(-all|-regexp)?|-l|--list|get|list)$/,
  reflog: /^(show|-\d+|-n)$/,
  remote: /^(-v|show|get-url)$/,
  stash: /^(list|show)$/,
  tag: /^(-l|--list|-n\d*|--sort=.*)$/,
  worktree: /^list$/,
};
const GIT_WRITERS = /^(add|mv|rm|stage)$/;

/** Other subcommands that are used often. */
const GIT_OTHERS =
  /^(am|apply|archive|bisect|bundle|cherry-pick|clone|commit|fetch|format-patch|init|lfs|merge|notes|pull|revert)$/;

/** Whether a subcommand is certainly no alias: git does not let one hide it. */
export function isBuiltIn(subcommand) {
  const known = [GIT_READERS, GIT_WRITERS, GIT_OTHERS];
  return known.some((names) => names.test(subcommand)) || Object.hasOwn(GIT_LISTS, subcommand);
}

/** Whether a command changes neither the repository nor, where `reads` is `files`, a file. */
export function changesNothing({ name, words }, reads) {
  const isOfHistory = reads === 'history';
  if (name !== 'git')
    return (
      (READERS.test(name) && !words[0].includes('/.')) ||
      (isOfHistory && WRITERS.test(name) && !words.some((word) => /\.git\b/.test(word)))
    );
  let at = 1;
  while (words[at]?.startsWith('-')) at += /^-[cC]$/.test(words[at]) ? 2 : 1;
  const [subcommand = '', ...rest] = words.slice(at);
  if (rest.some((word) => /^(-o|--output|--ext-diff|-O|--open-files)/.test(word))) return false;
  if (GIT_READERS.test(subcommand)) return true;
  if (isOfHistory && GIT_WRITERS.test(subcommand)) return true;
  if (
    rest.some((word) =>
      /^-\w*[acdDefmMsCFu]|^--(delete|force|move|copy|set-|unset|edit|annotate|sign|message)/.test(word),
    ) &&
    /^(branch|tag)$/.test(subcommand)
  )
    return /^(-a|-av+|-va)$/.test(rest.join(' '));
  const lists = GIT_LISTS[subcommand];
  return lists !== undefined && (rest.length === 0 ? subcommand !== 'stash' : lists.test(rest[0]));
}
