/**
 * A receiver of OTLP logs that misbehaves by a plan: `node otlp-receiver.mjs LOG JSON`. It prints its port and writes a line of
 * JSON for each request: what it did, and the records in it.
 */
import { appendFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { gunzipSync } from 'node:zlib';

const [log, json] = process.argv.slice(2);
const {
  plan = [],
  always = 'ok',
  maxRecords = Number.POSITIVE_INFINITY,
  poison = null,
  authorization = null,
} = JSON.parse(json);

/** What it does with a request whose records it could take. True: it stores them. */
const steps = {
  ok: (response) => end(response, 200, {}, '{}'),
  slow: (response) => void setTimeout(() => end(response, 200, {}, '{}'), 500),
  hang: () => {},
  unavailable: (response) => end(response, 503, { 'Retry-After': '2' }, 'later'),
  throttled: (response) => end(response, 429, { 'Retry-After': '1' }, ''),
  gateway: (response) => end(response, 502, {}, '<html>'),
  refuses: (response) => end(response, 400, {}, 'no'),
  reset: (response) => void response.socket.resetAndDestroy(),
  'reset in the response': (response) => {
    response.writeHead(503, { 'Content-Length': '100' }).write('half');
    setTimeout(() => response.socket.resetAndDestroy(), 20);
  },
  /** Its acknowledgment is lost. */
  lost: (response) => void response.socket.destroy(),
  partial: (response) =>
    end(
      response,
      200,
      {},
      JSON.stringify({ partialSuccess: { rejectedLogRecords: '1', errorMessage: 'too old' } }),
    ),
};
const stores = ['ok', 'slow', 'lost', 'partial'];

const server = createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const { resourceLogs } = JSON.parse(gunzipSync(Buffer.concat(chunks)).toString('utf8'));
    const records = resourceLogs.flatMap(({ scopeLogs }) =>
      scopeLogs.flatMap(({ logRecords }) => logRecords),
    );
    const step = stepFor(request, records);
    const entry = { at: Date.now(), step, stored: stores.includes(step), records };
    appendFileSync(log, `${JSON.stringify(entry)}\n`);
    if (step === 'too large') end(response, 413, {}, '');
    else if (step === 'unauthorized') end(response, 401, {}, '');
    else steps[step](response);
  });
});
server.listen(0, '127.0.0.1', () => console.log(server.address().port));

function stepFor(request, records) {
  if (authorization !== null && request.headers.authorization !== authorization) return 'unauthorized';
  if (records.length > maxRecords) return 'too large';
  if (poison !== null && JSON.stringify(records).includes(poison)) return 'refuses';
  return plan.shift() ?? always;
}

function end(response, status, headers, body) {
  response.writeHead(status, headers).end(body);
}
