import path from 'node:path';
import { Options } from './shell.generated.mjs';

/** Steps of the budget for one path. */
const TO_RESOLVE = 60;
const HARMLESS =
  /^\/dev\/(null|zero|full|tcp|udp|tty\w*|ptmx|pty\w*|console|(dsp|audio|mixer|midi)\d*|snd|u?random|std(in|out|err)|fd|shm|pts)(\/|$)/;

/** Whether a path leads to a device that may be a disk. */
function isDisk(target, { directories, budget }) {
  if (target.startsWith('/') && !target.includes('dev')) return false;
  const isPlain = !target.includes('..');
  // A path without `..` leads to a device only if it, or the directory that it is relative to, starts there.
  const mayBe = target.startsWith('/')
    ? directories.slice(0, 1)
    : isPlain
      ? directories.filter(isNearDevices)
      : directories;
  budget.spend(mayBe.length * (TO_RESOLVE + target.length));
  return mayBe.some((directory) => {
    const file = path.resolve(directory, target);
    return file.startsWith('/dev/') && !HARMLESS.test(file);
  });
}

function isNearDevices(directory) {
  return directory === '/' || directory.includes('/dev') || directory.includes('..');
}

/** `dd of=…`, `tee …`, and the destination of `cp`, `mv` and `install`. */
export function writesToDisk(words, call) {
  const { name } = call.current;
  const targets =
    {
      dd: words.filter((word) => word.startsWith('of=')).map((word) => word.slice(3)),
      tee: words.slice(1),
    }[name] ?? words.slice(2).slice(-1);
  return targets.some((target) => isDisk(target, call));
}

/** `mkfs` and similar, but of a file, and `mkfs.ext4 -n`, which only prints. */
export function formatsDisk(words, call) {
  const given = words.slice(1);
  const { name } = call.current;
  const isTrial =
    (/^(mke2fs|mkfs\.ext[234])$/.test(name) && given.includes('-n')) ||
    (/^[pvl][gv]remove$/.test(name) && new Options(given, 'S').has('t', 'test')) ||
    given.every((word) => /^(-h|--help|--version)$/.test(word));
  const operands = given.filter((word) => !word.startsWith('-'));
  const isFile = (word) => !/[$`*?[{]|\/dev\b/.test(word) && !isDisk(word, call);
  // Volumes have names that are no paths.
  const isOfFile = /^mk/.test(name) && operands.length > 0 && given.every(isFile);
  return call.current.isFilled || (given.length > 0 && !isTrial && !isOfFile);
}

/** `… > /dev/sda`, anywhere in the command. */
export function redirectsToDisk(call) {
  const targets = new Set(call.writes.map((write) => write.path));
  return [...targets].some((target) => isDisk(target, call));
}
