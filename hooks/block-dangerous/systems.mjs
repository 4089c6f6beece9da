import { Options } from './shell.generated.mjs';
import { isEverydayTarget, isOutside } from './targets.mjs';

/** Owners that expand to one word. */
const OWNER =
  /^(?:[\w.@:-]|\$\{?(?:USER|LOGNAME|UID|EUID|GID|SUDO_USER|SUDO_UID|SUDO_GID)\b\}?|\$\((?:whoami|id -[ugn]{1,3})\))+$/;

/** `chmod -R 777`, and any recursive change outside the project; both but in build and temporary directories. */
export function changesAllRights(words, call) {
  const { name } = call.current;
  const options = new Options(words.slice(1));
  if (!words.some((word) => /^-\w*R/.test(word)) && !options.has('', 'recursive')) return false;
  const [first = '', ...following] = options.operands;
  const isNamed = name === 'chmod' ? /^[\d,ugoa]*[-+=]?[\w,=+-]*$/.test(first) : OWNER.test(first);
  const hasMode = words.some((word) => /^-[rwxXst]/.test(word)) || options.has('', 'reference');
  const targets = isNamed && !hasMode && following.length > 0 ? following : options.operands;
  if (!call.current.isFilled && targets.every((item) => isEverydayTarget(item, call))) return false;
  const isForAll =
    name === 'chmod' &&
    options.operands.some((item) => /^([0-7]*[2367]|0{1,4})$|[ao][+=][rxXst]*w|a[-=]/.test(item));
  return isForAll || targets.some((item) => isOutside(item, call));
}

/** `kill 1`, `kill -9 -1`, also by a list for xargs. `kill -1 PID` sends a signal. */
export function endsEverything(words, { current, commands }) {
  if (current.name === 'killall5') return true;
  const isEverything = (word) => word === '1' || word === '-1';
  const isGiven =
    current.isFilled &&
    commands.some(
      ({ name, words: given }) => /^(echo|printf|seq|yes)$/.test(name) && given.some(isEverything),
    );
  return isGiven || processesOf(words.slice(1)).some(isEverything);
}

/** The operands of `kill`, without the signal. */
function processesOf([first = '', ...following]) {
  // Signal 0 only checks that there is a process.
  if (/^-[lL0]$/.test(first) || (/^-[sn]$/.test(first) && following[0] === '0')) return [];
  if (/^-[sn]$/.test(first)) return following.slice(1);
  return first.startsWith('-') ? following : [first, ...following];
}

export function isForSystem(words, { current: { name } }) {
  if (/init$/.test(name)) return /^[06]$/.test(words[1] ?? '');
  if (name === 'systemctl')
    return (
      !isCanceled(words) &&
      words.some((word) => /^(poweroff|reboot|halt|kexec|rescue|emergency|soft-reboot)$/.test(word))
    );
  return !words.includes('-c') && words.slice(1).join(' ') !== '/a';
}

/** `systemctl halt --when=cancel` */
function isCanceled(words) {
  const { options } = new Options(words.slice(1), '', new Set(['when']));
  const times = options.filter(({ name }) => name !== '' && 'when'.startsWith(name));
  return times.length > 0 && times.every(({ value }) => value === 'cancel');
}

/**
 * Whether HookMD's own command enables, disables, approves or removes hooks. It rejects that itself where a variable shows that an
 * agent calls, which the command can remove: `env -u CLAUDECODE hooks disable guard`.
 */
export function changesHooks(words) {
  const operands = words.slice(1).filter((word) => !word.startsWith('-'));
  if (operands[0] === 'config') return operands[1] === 'set';
  return /^(enable|disable|approve|allow|trust|attach|detach|remove|rm|uninstall)$/.test(operands[0] ?? '');
}

const SQL_DELETES =
  /\bdrop\s+(database|schema|table|keyspace|collection|user|role)\b|\btruncate\s+(table\s+)?["`\w]|\bdelete\s+from\s+[\w."`]+\s*(;|["']|$)|\bflush(all|db)\b|\bdrop(Database)?\(|\bdeleteMany\(\s*(\{\s*\}\s*)?\)/i;

/** Whether the text has SQL that deletes data: in words, a pipe or a here-document. */
export function dropsData(_words, { text, once }) {
  return once('drops data', () => SQL_DELETES.test(text.replaceAll(/\/\*[^*]{0,200}\*\//g, ' ')));
}
