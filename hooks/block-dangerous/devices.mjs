import path from 'node:path';

const HARMLESS = /^\/dev\/(null|zero|full|tty\w*|ptmx|u?random|std(in|out|err)|fd|shm|pts)(\/|$)/;

/** A device that may be a disk, however the path to it is written. */
function isDisk(target, folders) {
  return folders.some((folder) => {
    const file = path.resolve(folder, target);
    return file.startsWith('/dev/') && !HARMLESS.test(file);
  });
}

/** `dd of=…`, `tee …`, and the destination of `cp`, `mv` and `install`. */
export function writesToDisk(words, { current: { name }, folders }) {
  const targets =
    {
      dd: words.filter((word) => word.startsWith('of=')).map((word) => word.slice(3)),
      tee: words.slice(1),
    }[name] ?? words.slice(2).slice(-1);
  return targets.some((target) => isDisk(target, folders));
}

/** `… > /dev/sda`, in any command of the text. */
export function redirectsToDisk({ flat, folders }) {
  for (const [, target] of flat.matchAll(/>[|&]?[ \t]*([^\s;&|()<>]{1,300})/g)) {
    if (isDisk(target, folders)) return true;
  }
  return false;
}
