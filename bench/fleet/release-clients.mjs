/** Machines of releases.mjs: each waits for a message of NATS on a connection of its own, and then pulls as `hooks fleet pull` does. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { main } from '../../packages/fleet/dist/main.js';
import { connectNats, waitForReleases } from '../../packages/fleet/dist/sinks/nats.js';

process.once('message', async ({ machines, url, root, nats }) => {
  const times = [];
  for (const managed of machines) {
    const startedAt = performance.now();
    await main(['pull', '--managed', managed, '--url', url, '--root', root]);
    times.push(performance.now() - startedAt);
  }
  const ends = await new Promise((resolve) => {
    const found = [];
    let turn = Promise.resolve();
    const wake = (managed) => {
      turn = turn.then(async () => {
        await main(['pull', '--managed', managed]);
        if (JSON.parse(readFileSync(path.join(managed, 'release.json'), 'utf8')).release === 2)
          found.push(Date.now());
        if (found.length === machines.length) resolve(found);
      });
    };
    void Promise.all(
      machines.map(async (managed) => {
        const connection = await connectNats({ servers: [nats], credentials: null, stream: 'HOOKMD' });
        void (async () => {
          for await (const _ of waitForReleases(connection)) wake(managed);
        })();
        await connection.flush();
      }),
    ).then(() => process.send({ times }));
  });
  process.send({ ends });
});
