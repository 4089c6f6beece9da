import { mentionsSettings } from './code.mjs';

const READERS = new Set(
  `cat bat batcat head tail less more most grep egrep fgrep zgrep rg ag ack ls ll la exa eza lsd stat file wc diff cmp comm
   find gfind fd fdfind tree du df jq gojq sort uniq cut dd patch install ln unzip scp paste tr sed gsed awk gawk mawk column nl tac rev fold test [ [[ echo
   printf cd pushd chdir pwd realpath readlink dirname basename md5sum sha1sum sha256sum sha512sum shasum od hexdump
   strings which type whereis command true false exit return read set unset export local declare git gh hooks hookmd
   source . sh bash zsh dash ksh fish sudo doas env time nohup timeout gtimeout xargs gxargs nice ionice stdbuf setsid
   builtin exec eval if then else fi for while do done code cursor open xdg-open jsonlint yamllint
   python3 python node deno bun ruby perl npx pnpm npm yarn make claude codex gemini opencode kodelet tar gtar cp gcp scp
   rsync curl wget wait sleep`.split(/\s+/),
);

/** Programs that certainly only read their first operand, a script. */
const INTERPRETERS =
  /^(python[\d.]*|pypy3?|node|nodejs|deno|bun|tsx|ts-node|ruby|perl|php|lua\w*|npx|pnpm|npm|yarn|make)$/;

/** Whether an argument of an unknown program mentions settings: `vim -c 'w ~/.claude/settings.json'`. */
export function hasDoubtfulText({ name, words }) {
  return (
    !READERS.has(name) &&
    !INTERPRETERS.test(name) &&
    words.slice(1).some((word) => /\s/.test(word) && mentionsSettings(word))
  );
}

/** The words of an unknown program that must not be settings, because it may write to them. */
export function doubtfulWords({ name, words }) {
  if (READERS.has(name) && !INTERPRETERS.test(name)) return [];
  const operands = words.slice(INTERPRETERS.test(name) ? 2 : 1);
  return [...new Set(operands)].flatMap(pathsIn);
}

/** A word that is a path, or has one behind its `=`. */
function pathsIn(word) {
  if (/\s/.test(word)) return [];
  // `-v ~/.claude:/x`, `--file=~/.claude/x`
  const value = /^-{0,2}[\w.-]+=(.+)$/s.exec(word)?.[1] ?? /^([~./$][^:]*):/.exec(word)?.[1];
  return [...(word.startsWith('-') ? [] : [word]), ...(value === undefined ? [] : [value])];
}
