/** An example of a policy server for this machine: `node server.mjs`, with `PORT` as its port. */
import { createServer } from 'node:http';
import { isAbsolute, relative, resolve } from 'node:path';

/** Each rule gets one event, and returns the reason to block it, or null. */
const rules = [
  ({ tool_name: tool, tool_input: input }) =>
    tool === 'Bash' && pipesDownload(String(input.command))
      ? 'This command pipes a download into a shell. Save the script, read it, then run it.'
      : null,
  ({ tool_name: tool, tool_input: input, cwd }) => {
    if ((tool !== 'Write' && tool !== 'Edit') || typeof input.file_path !== 'string') return null;
    const path = relative(cwd, resolve(cwd, input.file_path));
    return path.startsWith('..') || isAbsolute(path)
      ? `${input.file_path} is outside the project. Write inside the project.`
      : null;
  },
];

/** Pipe by pipe: one expression for the whole line would take quadratic time. */
function pipesDownload(command) {
  const steps = command.split('|');
  return steps.some(
    (step, at) => /\b(curl|wget)\b/.test(step) && /^\s*(sudo\s+)?(ba|z|da)?sh\b/.test(steps[at + 1] ?? ''),
  );
}

const MAX_BODY_BYTES = 16 * 1024 * 1024;
const PORT = Number(process.env.PORT ?? 9700);

const server = createServer(async (request, response) => {
  try {
    const event = JSON.parse(await readBody(request));
    const reason = rules.map((rule) => rule(event)).find((found) => found !== null);
    if (reason === undefined) return response.writeHead(204).end();
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ decision: 'block', reason }));
  } catch (error) {
    // HookMD treats any other status as a failed run, and applies the `onFailure` of the manifest.
    response.writeHead(400).end();
    console.error(`not evaluated: ${error.message}`);
  }
});

async function readBody(request) {
  const chunks = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > MAX_BODY_BYTES) throw new Error('the event is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

server.listen(PORT, '127.0.0.1', () =>
  console.log(`listening on http://127.0.0.1:${server.address().port}/`),
);
