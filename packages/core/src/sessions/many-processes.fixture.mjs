/**
 * One process of many: says that it is ready, waits for the word, does its task once and prints the result.
 * Bundled by many-processes.long.test.ts.
 */
import { lstatSync, readdirSync, readFileSync, readSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { appendRecord } from '../event-log/record.ts';
import { writeEnablement } from '../registry/enablement.ts';
import { removeFile, writeFileAtomic } from '../state/files.ts';
import { withLock } from '../state/lock.ts';
import { removeTree } from '../trust/package-tree.ts';
import { storePackage, verifyStored } from '../trust/store.ts';
import { isOpen, recordFailure, recordSuccess } from './breakers.ts';
import { openSession } from './sessions.ts';

const [task = '', dir = '', index = '0'] = process.argv.slice(2);

/** What a call threw, for tasks that expect failure. */
const codeOf = (call) => {
  try {
    call();
    return 'done';
  } catch (error) {
    return error.code;
  }
};

const everythingFails = () => {
  const session = openSession(dir, 'agent', 's');
  return {
    record: codeOf(() => writeFileAtomic(join(dir, 'record'), 'n'.repeat(1_000_000))),
    remove: codeOf(() => removeFile(join(dir, 'kept'))),
    lock: codeOf(() => withLock(join(dir, 'lock'), () => {})),
    store: codeOf(() => storePackage(join(dir, 'package'), join(dir, 'store'))),
    eventLog: appendRecord(
      join(dir, 'event-log'),
      { schema: 'x', traceId: 'n'.repeat(1_000_000) },
      new Date(),
    )?.code,
    claims: [session.claim('k'), session.claim('k')],
    problems: session.problems.map(({ code }) => code),
    breaker: [
      codeOf(() => recordFailure(dir, 'x', 0)),
      codeOf(() => recordSuccess(dir, 'x')),
      isOpen(dir, 'x', 0),
    ],
    kept: readFileSync(join(dir, 'record'), 'utf8').length,
    left: readdirSync(dir, { recursive: true }).filter((name) => /\.tmp$|\.stage-|lock\./.test(name)),
  };
};

const tasks = {
  enable: () => writeEnablement(dir, `user/hook-${index}`, null, { enabled: true, digest: null }),
  store: () => storePackage(join(dir, 'package'), join(dir, 'store')).digest,
  claim: () => openSession(dir, 'agent', 'session').claim('user/once'),
  increment: () => openSession(dir, 'agent', 'session').increment('stop'),
  probe: () => isOpen(dir, 'user/x', Number(index)),
  /** Reads, adds one and writes: loses a step unless it is alone. */
  countAlone: () =>
    withLock(join(dir, 'lock'), () => {
      const path = join(dir, 'counter');
      writeFileSync(path, String(Number(readFileSync(path, 'utf8')) + 1));
    }),
  eventLog: () => {
    for (let line = 0; line < 20; line += 1) {
      appendRecord(
        dir,
        { schema: 'hookmd.test/1', traceId: `${index}-${line}-${'x'.repeat(10_000)}` },
        new Date(0),
      );
    }
  },
  writeForEver: () => {
    for (let turn = 0; ; turn += 1) {
      writeFileAtomic(join(dir, 'record'), (turn % 2 === 0 ? 'a' : 'b').repeat(300_000));
      writeSync(1, '.');
    }
  },
  /** Rewrites a file of the package in place while another process stores it. */
  rewriteForEver: () => {
    for (let turn = 0; ; turn += 1) {
      writeFileSync(join(dir, 'package', 'big'), (turn % 2 === 0 ? 'a' : 'b').repeat(300_000));
      writeSync(1, '.');
    }
  },
  everythingFails,
  /** As another user than root: permissions bind. */
  storeAndClean: () => {
    const store = join(dir, 'mine', 'store');
    const { digest, path } = storePackage(join(dir, 'package'), store);
    storePackage(join(dir, 'package'), store);
    const result = {
      write: codeOf(() => writeFileSync(join(path, 'HOOK.md'), 'x')),
      add: codeOf(() => writeFileSync(join(path, 'new'), 'x')),
      names: readdirSync(store).length,
      damaged: verifyStored(store, digest, 'x'),
    };
    removeTree(join(dir, 'mine'));
    return { ...result, isGone: lstatSync(join(dir, 'mine'), { throwIfNoEntry: false }) === undefined };
  },
};

writeSync(1, 'ready\n');
readSync(0, Buffer.alloc(1));
writeSync(1, JSON.stringify(tasks[task]() ?? null));
