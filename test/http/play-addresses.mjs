/**
 * Asks every address of standard input, and says how many connections each one made: `node play-addresses.mjs <core's dist>`.
 *
 * Listens on all addresses of the network it is in. Addresses that nobody could reach here must be refused for the guard's sake, so
 * this is meant for a network in which every address is this machine.
 */
import { createServer } from 'node:net';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const [, , dist] = process.argv;
const { callService } = await import(pathToFileURL(path.join(dist, 'executors/http/call-service.js')).href);
const rows = JSON.parse(await new Response(process.stdin).text());

let accepted = [];
const server = createServer((socket) => {
  accepted.push(socket.localAddress.replace(/^::ffff:/, ''));
  socket.on('error', () => {});
  socket.once('data', (bytes) => {
    const [, location] = /^POST \/to\/(\S*) HTTP/.exec(bytes.toString('latin1')) ?? [];
    const head = location === undefined ? '204 No Content' : `302 Found\r\nlocation: ${location}`;
    socket.end(`HTTP/1.1 ${head}\r\nconnection: close\r\n\r\n`);
  });
});
await new Promise((resolve) => server.listen(0, '::', resolve));
const { port } = server.address();

const results = [];
for (const { url, answers, networks } of rows) {
  accepted = [];
  const asked = [];
  const find = async (name) => {
    const addresses = answers[Math.min(asked.push(name), answers.length) - 1];
    return addresses.map((address) => ({ address }));
  };
  const request = {
    argv: ['hook'],
    phase: 'guard',
    stdin: Buffer.from('{}'),
    environment: {},
    cwd: '/',
    owner: {},
    privateNetworks: networks,
    timeoutMs: 2000,
    signal: new AbortController().signal,
    service: { mode: 'http', url: url.replaceAll('PORT', String(port)), headers: {}, shape: null },
  };
  const result = await (answers === undefined ? callService(request) : callService(request, find));
  // A connection that nobody should have made would be there by now, or be on its way.
  await new Promise((resolve) => setImmediate(resolve));
  results.push({
    url,
    accepted,
    lookUps: asked.length,
    cause: result.cause ?? null,
    reason: result.reason ?? null,
  });
}
process.stdout.write(JSON.stringify(results), () => process.exit());
