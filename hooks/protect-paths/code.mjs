import { SETTINGS_TEXT } from './protected.mjs';

const INTERPRETER =
  /^(python[\d.]*|pypy3?|ipython3?|node|nodejs|deno|bun|tsx|ts-node|ruby|perl|php|lua\w*|osascript|pwsh|powershell|tclsh|rscript|julia|[gmn]?awk)$/i;
const QUOTED = `["'\`]([^"'\`\\n]{1,400})["'\`]`;
/** Calls that write to the file they name first, or second. */
const CALLS = [
  new RegExp(`\\bopen\\(\\s*[rbuf]{0,2}${QUOTED}\\s*,\\s*(?:mode\\s*=\\s*)?["'](?:[^"'r]|r[bt]?\\+)`, 'g'),
  new RegExp(
    `\\b(?:writeFile|writeFileSync|appendFile|appendFileSync|createWriteStream|unlink|unlinkSync|rmSync|rm|rmdirSync|rename|renameSync|truncateSync|chmodSync|mkdirSync|os\\.remove|os\\.rename|os\\.replace|os\\.makedirs|os\\.mkdir|shutil\\.move|shutil\\.rmtree|File\\.write|IO\\.write|File\\.delete|FileUtils\\.\\w+|file_put_contents|write_text|Bun\\.write)\\(\\s*[rbuf]{0,2}${QUOTED}`,
    'g',
  ),
  new RegExp(
    `\\b(?:copyFile|copyFileSync|cpSync|symlinkSync|linkSync|rename|renameSync|os\\.symlink|os\\.link|os\\.rename|os\\.replace|shutil\\.\\w+)\\([^,\\n]{1,400},\\s*[rbuf]{0,2}${QUOTED}`,
    'g',
  ),
  new RegExp(
    `\\bPath\\(\\s*[rbuf]{0,2}${QUOTED}\\s*\\)(?:\\.expanduser\\(\\))?\\.(?:write_|unlink|touch|rename|replace|mkdir|rmdir|symlink_to|chmod|open\\(\\s*["'][wax])`,
    'g',
  ),
  new RegExp(`\\bopen\\([^)\\n]{0,80}["']\\+?>>?["']\\s*,\\s*${QUOTED}`, 'g'),
  new RegExp(`>>?\\s*${QUOTED}`, 'g'),
  /\bopen\([^)\n]{0,80}["']\s*\+?>>?\s*([^"'\s>][^"'\n]{0,400})["']/g,
];

/** Calls that pass a text, or a list of words, to a shell or the system. */
const STARTS =
  /\b(?:system|popen|Popen|execv?p?|execSync|execFile|execFileSync|spawn|spawnSync|run|call|check_call|check_output|getoutput|shell_exec|passthru|qx)\s*\(\s*(?:\[([^\]]{1,400})\]|(["'`])([^\n]{1,400}?)\2(?:\s*,\s*\[([^\]]{1,400})\])?)/g;

/** The code that a command passes to an interpreter: in a word, or on standard input. Null = none. */
export function codeOf({ name, words }, heredocs) {
  if (!INTERPRETER.test(name)) return null;
  const flag = words.findIndex((word) => /^-\w*[ceEpr]$|^--(eval|print)$/.test(word));
  if (/awk$/.test(name)) return words.filter((word) => /[{\s]/.test(word)).join('\n');
  if (flag > 0) return words.slice(flag).join('\n');
  return words.slice(1).every((word) => word.startsWith('-')) ? heredocs : null;
}

export function writesInCode(code) {
  return CALLS.flatMap((call) => [...code.matchAll(call)].map(([, path]) => ({ path, kind: 'write' })));
}

/** The commands that code starts. */
export function scriptsInCode(code) {
  const unquote = (list = '') => list.replaceAll(/["'`]\s*,\s*["'`]/g, ' ').replaceAll(/["'`]/g, '');
  return [...code.matchAll(STARTS)].map(([, list, , text, rest]) =>
    text === undefined ? unquote(list) : `${text} ${unquote(rest)}`,
  );
}

export function mentionsSettings(text) {
  return SETTINGS_TEXT.test(text.replaceAll(/["'\\]/g, ''));
}

const READERS = new Set(
  `cat bat batcat head tail less more most grep egrep fgrep zgrep rg ag ack ls ll la exa eza lsd stat file wc diff cmp comm
   find gfind fd fdfind tree du df jq gojq sort uniq cut dd patch install ln unzip scp paste tr sed gsed awk gawk mawk column nl tac rev fold test [ [[ echo
   printf cd pushd chdir pwd realpath readlink dirname basename md5sum sha1sum sha256sum sha512sum shasum od hexdump
   strings which type whereis command true false exit return read set unset export local declare git gh hooks hookmd
   source . sh bash zsh dash ksh fish sudo doas env time nohup timeout gtimeout xargs gxargs nice ionice stdbuf setsid
   builtin exec eval if then else fi for while do done code cursor open xdg-open jsonlint yamllint
   python3 python node deno bun ruby perl npx pnpm npm yarn make claude codex gemini opencode kodelet tar gtar cp gcp scp
   zcat bzcat xzcat zstdcat zless cksum b2sum readelf nm objdump otool ldd pygmentize glow tokei cloc ncdu dust lsof
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
