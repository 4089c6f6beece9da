/** A policy server to begin with, for this machine alone: `node server.mjs`, and `PORT` says where it listens. */
import { createServer } from 'node:http';
import { isAbsolute, relative, resolve } from 'node:path';

/** The rules: each looks at one event, and says why not, or nothing. */
const rules = [
  ({ tool_name: tool, tool_input: input }) =>
    tool === 'Bash' && pipesDownload(String(input.command))
      ? 'A download is not piped into a shell: save it, read it, then run it.'
      : null,
  ({ tool_name: tool, tool_input: input, cwd }) => {
    if ((tool !== 'Write' && tool !== 'Edit') || typeof input.file_path !== 'string') return null;
    const path = relative(cwd, resolve(cwd, input.file_path));
    return path.startsWith('..') || isAbsolute(path) ? `${input.file_path} is outside of the project.` : null;
  },
];

/** Pipe by pipe: one expression for the whole line would read the rest of it again for each `curl`. */
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
    const reason = rules.map((rule) => rule(event)).find((one) => one !== null);
    if (reason === undefined) return response.writeHead(204).end();
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ decision: 'block', reason }));
  } catch (error) {
    // Whoever asks takes any other status for a failure, and blocks or goes on as its manifest says.
    response.writeHead(400).end();
    console.error(`not judged: ${error.message}`);
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
