// Speaks with the runtime as a built handler does, and misbehaves as its event says. Plain Node: started as it is.
import { spawn } from 'node:child_process';
import { closeSync, writeSync } from 'node:fs';
import { Socket } from 'node:net';

const SOCKET = 3;
const held = [];
let loads = 0;
loads += 1;

const misdeeds = {
  echo: ({ id, env, event }) =>
    answer(id, { event, value: env.HOOK_TOOL_NAME, loads, pid: process.pid, cwd: process.cwd() }),
  environment: ({ id }) => answer(id, process.env),
  silence: () => {},
  'end when called off': () => {},
  loop: () => {
    for (;;);
  },
  exit: ({ event }) => process.exit(event.status ?? 0),
  'kill the parent': ({ id }) => {
    process.kill(process.ppid, 'SIGKILL');
    setTimeout(() => answer(id, {}), 10_000);
  },
  heap: () => {
    for (;;) held.push(new Array(1e6).fill({}));
  },
  buffers: async () => {
    for (;;) {
      held.push(Buffer.alloc(8e6, 1));
      await new Promise(setImmediate);
    }
  },
  'flood standard output': () => {
    for (;;) writeSync(1, Buffer.alloc(65536, 'x'));
  },
  'flood the socket': () => {
    const head = Buffer.alloc(8);
    head.writeUInt32BE(2 ** 30, 4);
    socket.write(head);
    const flood = () => socket.write(Buffer.alloc(1e6), flood);
    flood();
  },
  'answer too much': ({ id }) => answer(id, 'x'.repeat(1024 * 1024)),
  'answer for others': ({ id }) => {
    answer(id + 1, { decision: 'block' });
    answer('x', {});
    answer(id, {});
  },
  gibberish: () => socket.write('0123456789012345678901234567890123456789'),
  'close the socket': () => {
    closeSync(SOCKET);
    setInterval(() => {}, 1000);
  },
  'leave a child': ({ id }) => {
    const child = spawn('sleep', ['300'], { stdio: 'ignore', detached: true });
    child.unref();
    answer(id, { pid: child.pid });
  },
  throw: ({ id }) =>
    send({ id, error: 'Error: on purpose', stderr: 'Error: on purpose\n    at handler.ts:1:1' }),
  'print too much': ({ id }) => send({ id, stderr: 'x', stderrOverflow: true }, '{}'),
  'answer nothing': ({ id }) => send({ id }),
};

function answer(id, value) {
  send({ id, stderr: '' }, JSON.stringify(value));
}

function send(header, body = '') {
  const text = Buffer.from(JSON.stringify(header));
  const lengths = Buffer.alloc(8);
  lengths.writeUInt32BE(text.length, 0);
  lengths.writeUInt32BE(Buffer.byteLength(body), 4);
  socket.write(Buffer.concat([lengths, text, Buffer.from(body)]));
}

if (process.env.BREAKS === 'while loading') throw new Error('broken while loading');
const socket = new Socket({ fd: SOCKET });
let bytes = Buffer.alloc(0);
socket.on('data', (chunk) => {
  bytes = Buffer.concat([bytes, chunk]);
  while (bytes.length >= 8) {
    const bodyAt = 8 + bytes.readUInt32BE(0);
    const end = bodyAt + bytes.readUInt32BE(4);
    if (bytes.length < end) return;
    const header = JSON.parse(bytes.toString('utf8', 8, bodyAt));
    const event = end > bodyAt ? JSON.parse(bytes.toString('utf8', bodyAt, end)) : null;
    bytes = bytes.subarray(end);
    if ('cancel' in header) {
      if (process.env.LISTENS === 'yes') send({ id: header.cancel }, '{}');
    } else void misdeeds[event.do]({ ...header, event });
  }
});
socket.on('end', () => process.exit());
send({ ready: Number(process.env.READY ?? 1) });
