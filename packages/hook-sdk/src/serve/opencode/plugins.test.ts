import type { JsonObject } from '@hookmd/core/events';
import { describe, expect, it } from 'vitest';
import type { Facts } from '../../methods.ts';
import { openPlugins } from './plugins.ts';

const logged: string[] = [];
const facts = { env: {}, log: (text: string) => logged.push(text) } as unknown as Facts;
const before = (args: JsonObject): JsonObject => ({
  hook: 'tool.execute.before',
  directory: '/p',
  worktree: '/p',
  input: { tool: 'bash', sessionID: 's', callID: 'c' },
  output: { args },
});

/** The result of a module of plugins for one event. */
function respond(module: object, native: JsonObject = before({ command: 'ls' })): Promise<JsonObject> {
  return openPlugins(module).respond(() => structuredClone(native), facts);
}

interface Output {
  args: Record<string, unknown>;
}

const guard = (change: (input: unknown, output: Output) => unknown) => async () => ({
  'tool.execute.before': async (input: unknown, output: Output) => change(input, output),
});

describe('what a plugin of OpenCode does to a call', () => {
  it('is silence, a change, or an error', async () => {
    expect(await respond({ A: guard(() => {}) })).toEqual({});
    const change = guard((_, { args }) => {
      args['command'] = 'ls -l';
    });
    expect(await respond({ change })).toEqual({ output: { args: { command: 'ls -l' } } });
    const block = guard(() => {
      throw new Error('no');
    });
    expect(await respond({ block })).toEqual({ thrown: 'no' });
  });

  it('is what all plugins of the module do, each called once; another object in place of the arguments has no effect', async () => {
    const add = guard((_, output) => {
      output.args['n'] = Number(output.args['n'] ?? 0) + 1;
      output.args = { command: 'another' };
    });
    const module = {
      add,
      again: add,
      default: { id: 'x', server: guard((_, { args }) => (args['m'] = args['command'])) },
      VERSION: 1,
    };
    expect(await respond(module)).toEqual({ output: { args: { command: 'ls', n: 1 } } });
  });

  it('is a failure where an error blocks nothing in OpenCode', async () => {
    const A = async () => ({
      event: async () => {
        throw new Error('oops');
      },
    });
    const native = {
      hook: 'event',
      directory: '/p',
      input: { event: { type: 'session.idle', properties: {} } },
    };
    await expect(respond({ A }, native)).rejects.toThrow('oops');
    expect(() => openPlugins({ VERSION: 1 })).toThrow('exports no function');
  });

  it('is remembered from one event of the process to the next', async () => {
    const A = async ({ directory }: { directory: string }) => {
      let count = 0;
      return {
        'tool.execute.before': async (_: unknown, { args }: Output) =>
          (args['n'] = `${directory} ${++count}`),
      };
    };
    const plugins = openPlugins({ A });
    const next = (directory: string) => plugins.respond(() => ({ ...before({}), directory }), facts);
    expect([await next('/p'), await next('/p'), await next('/q')]).toMatchObject([
      { output: { args: { n: '/p 1' } } },
      { output: { args: { n: '/p 2' } } },
      { output: { args: { n: '/q 1' } } },
    ]);
  });
});

describe('the client of a plugin', () => {
  it('logs, shows messages, and fails at every other call, also one that is not waited for', async () => {
    interface Client {
      readonly app: { log(request: object): Promise<unknown> };
      readonly tui: { showToast(request: object): Promise<unknown> };
      readonly session: { prompt(request: object): Promise<unknown> };
    }
    const A = async ({ client }: { client: Client }) => {
      await client.app.log({ body: { service: 'a', level: 'info', message: 'started' } });
      return {
        'tool.execute.before': async (_: unknown, { args }: Output) => {
          await (client as unknown as Promise<unknown>);
          void client.session.prompt({});
          await client.tui.showToast({ body: { title: 'Guard', message: 'see', variant: 'info' } });
          args['error'] = await client.session.prompt({}).catch((error: Error) => error.message);
        },
      };
    };
    expect(await respond({ A }, before({}))).toEqual({
      output: { args: { error: 'HookMD cannot reach the server of OpenCode: client.session.prompt' } },
      messages: ['Guard: see'],
    });
    expect(logged).toEqual(['info a started']);
  });
});
