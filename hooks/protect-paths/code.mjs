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
];

/** Code that a command hands to an interpreter: in a word, or on standard input. Null where there is none. */
export function codeOf({ name, words }, rest) {
  if (!INTERPRETER.test(name)) return null;
  const flag = words.findIndex((word) => /^-\w*[ceEpr]$|^--(eval|print)$/.test(word));
  if (/awk$/.test(name)) return words.filter((word) => /[{\s]/.test(word)).join('\n');
  if (flag > 0) return words.slice(flag).join('\n');
  return words.slice(1).every((word) => word.startsWith('-')) ? rest() : null;
}

export function writesInCode(code) {
  return CALLS.flatMap((call) => [...code.matchAll(call)].map(([, path]) => ({ path, kind: 'write' })));
}

export function speaksOfSettings(text) {
  return SETTINGS_TEXT.test(text.replaceAll(/["'\\]/g, ''));
}
