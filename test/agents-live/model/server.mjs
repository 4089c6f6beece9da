/**
 * A scripted model on loopback. For each turn it returns the next call of the script, and at the end a text. A request that does not offer
 * the tool of that call, such as one for a title or a summary, gets a text too.
 */
import { createServer } from 'node:http';
import { chat } from './chat.mjs';
import { gemini } from './gemini.mjs';
import { messages } from './messages.mjs';
import { responses } from './responses.mjs';

const protocols = [chat, responses, messages, gemini];

/** Responses to requests that are not part of the conversation. */
const others = [
  { ends: '/models', document: { object: 'list', data: [{ id: 'scripted', object: 'model' }], models: [] } },
  { ends: '/count_tokens', document: { input_tokens: 100 } },
  { ends: ':countTokens', document: { totalTokens: 100 } },
];

/**
 * `play` starts a script, a list of calls with `name` and `input`. It returns a list to which each request is added: its path, its text,
 * and whether the response was a call. Options: `subagent`, a script for requests that contain its `task` and not the `prompt` of the
 * session; `forgets`, the agent removes results from the conversation, so that they do not show which call is next.
 */
export async function startModel() {
  let calls = [];
  let options = {};
  let requests = [];
  const server = createServer((request, response) => {
    readText(request).then((text) => {
      const path = new URL(request.url, 'http://model').pathname;
      const body = parse(text);
      const protocol = body === null ? undefined : protocols.find((one) => one.answers(path));
      if (protocol === undefined) {
        requests.push({ path, text, isCall: false });
        sendOther(response, path);
        return;
      }
      const { subagent, forgets } = options;
      const isSubagent = subagent && text.includes(subagent.task) && !text.includes(subagent.prompt);
      const made = forgets ? requests.filter((one) => one.isCall).length : protocol.resultsIn(body);
      const next = (isSubagent ? subagent.calls : calls)[made];
      const isCall = next !== undefined && offers(protocol, body, text, next);
      requests.push({ path, text, isCall });
      // Some agents distinguish calls only by their id, even across sessions.
      const id = `call_${requests.length}_${Date.now().toString(36)}`;
      send(response, protocol, isCall ? { call: { id, ...next } } : { text: 'Done.' }, body, path);
    }, response.destroy.bind(response));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    play(script, given = {}) {
      calls = script;
      options = given;
      requests = [];
      return requests;
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** A tool in a namespace may be offered by the name of that alone. */
function offers(protocol, body, text, { name, namespace }) {
  return protocol.toolNames(body).includes(name) || (namespace !== undefined && text.includes(namespace));
}

function send(response, protocol, reply, body, path) {
  const model = body.model ?? 'scripted';
  if (!protocol.isStreamed(body, path)) {
    sendJson(response, 200, protocol.document(reply, model));
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const { type, data } of protocol.events(reply, model)) {
    if (type !== undefined) response.write(`event: ${type}\n`);
    response.write(`data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`);
  }
  response.end();
}

function sendOther(response, path) {
  const found = others.find(({ ends }) => path.endsWith(ends));
  const missing = { error: { type: 'not_found_error', message: `${path} is not in the script` } };
  sendJson(response, found === undefined ? 404 : 200, found?.document ?? missing);
}

function sendJson(response, status, document) {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(document));
}

async function readText(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
