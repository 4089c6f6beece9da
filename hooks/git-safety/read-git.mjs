import { Options } from './shell.generated.mjs';

/** Options of git itself that take the next word. */
const VALUED = /^(-[cC]|--(git-dir|work-tree|namespace|config-env|exec-path|super-prefix|attr-source))$/;
/** Options and settings that change nothing about what is lost. */
const HARMLESS = /^(--no-pager|-[pP]|--paginate|--no-optional-locks|--no-advice)$/;
const HARMLESS_KEY =
  /^(user|author|committer|color|advice|gpg|init)\.|^commit\.gpgsign=|^core\.(pager|editor|quotepath)=/i;

/** For each subcommand the letters and the long names of the options that take the next word. */
const valued = {
  branch: ['u', 'set-upstream-to sort points-at'],
  checkout: ['bB', 'orphan pathspec-from-file conflict unified inter-hunk-context'],
  clean: ['e', 'exclude'],
  commit: [
    'mFcCt',
    'message file author date template reuse-message reedit-message fixup squash cleanup trailer',
  ],
  config: ['f', 'file blob type default'],
  push: ['o', 'repo receive-pack exec push-option'],
  rebase: ['sXx', 'onto exec strategy strategy-option whitespace empty'],
  restore: ['s', 'source pathspec-from-file'],
  switch: ['cC', 'create force-create orphan'],
  tag: ['mFu', 'message file local-user cleanup sort points-at'],
};

/**
 * The words of a `git`, parsed: its directories (`-C`), the aliases on the line, other settings, whether they change what it does
 * (`isPlain` = they do not), the subcommand with its options and operands, and those before and after `--`.
 */
export function readGit(words) {
  const git = { directories: [], aliases: [], settings: [], isPlain: true };
  let at = 1;
  for (; words[at]?.startsWith('-'); at += 1) {
    const option = words[at];
    const isValued = VALUED.test(option);
    const value = isValued ? words[at + 1] : undefined;
    const alias = option === '-c' ? /^alias\.([^=]+)=(.*)$/is.exec(value ?? '') : null;
    if (alias !== null) git.aliases.push({ name: alias[1], value: alias[2] });
    else if (option === '-C') git.directories.push(value ?? '');
    else if (option === '-c') {
      git.settings.push(value ?? '');
      git.isPlain &&= HARMLESS_KEY.test(value ?? '');
    } else git.isPlain &&= HARMLESS.test(option);
    if (isValued) at += 1;
  }
  const [subcommand = '', ...rest] = words.slice(at);
  const [letters = '', names = ''] = valued[subcommand] ?? [];
  const options = new Options(rest, letters, new Set(names.split(' ')));
  const dashes = rest.indexOf('--');
  const after = dashes < 0 ? [] : rest.slice(dashes + 1);
  const { operands } = options;
  return {
    ...git,
    called: `git ${subcommand}`,
    subcommand,
    rest,
    options,
    operands,
    hasDashes: dashes >= 0,
    before: operands.slice(0, operands.length - after.length),
    after,
  };
}

/** Whether one of the options is given, such as `-f --force`; a long one may be cut short. */
export function hasOption({ options }, names) {
  const all = names.split(' ');
  const letters = all.filter((name) => !name.startsWith('--')).map((name) => name[1]);
  const long = all.filter((name) => name.startsWith('--')).map((name) => name.slice(2));
  return options.has(letters.join(''), ...long);
}

/** Whether a word is a path, or a list of them, rather than a branch, for a command that accepts both. */
export function looksLikePath(word) {
  if (/^[$`]/.test(word)) return /\bgit\s+(diff|ls-files|status)\b/.test(word);
  return /^\.{1,2}$|^[./:]|\/$|[*?[]|^[^@]*\.[a-z]\w{0,4}$/.test(word) && !word.includes('...');
}
