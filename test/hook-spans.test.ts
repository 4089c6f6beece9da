import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createHooks, type Hooks, type HooksOptions } from '@hookmd/library';
import { context, propagation, type Span, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  AlwaysOffSampler,
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  type Sampler,
  SimpleSpanProcessor,
  type SpanExporter,
} from '@opentelemetry/sdk-trace-base';
import { afterEach, describe, expect, it } from 'vitest';
import { readEventLog } from './support/event-log.ts';
import { writeHook } from './support/hook-package.ts';
import { runScript } from './support/run-script.ts';
import { makeScratch } from './support/scratch.ts';
import { serve } from './support/serve.ts';

/** A program that traces, as its author sets it up. */
function setUp(exporter: SpanExporter, sampler?: Sampler): BasicTracerProvider {
  const spanProcessors = [new SimpleSpanProcessor(exporter)];
  const provider = new BasicTracerProvider({ spanProcessors, ...(sampler === undefined ? {} : { sampler }) });
  trace.setGlobalTracerProvider(provider);
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  return provider;
}

let scratch = makeScratch();
afterEach(() => {
  trace.disable();
  context.disable();
  propagation.disable();
  scratch.remove();
  scratch = makeScratch();
});

const open = (options: HooksOptions = {}): Promise<Hooks> =>
  createHooks({
    home: scratch.home,
    project: scratch.project,
    cwd: scratch.project,
    environment: { PATH: process.env['PATH'], LOG: scratch.log },
    trust: 'all',
    ...options,
  });

/** A tool call inside a span of the agent, as agents make them. */
async function callTool(hooks: Hooks, command: string): Promise<Span> {
  const session = await hooks.session({ id: 's1' });
  return trace.getTracer('agent').startActiveSpan('execute_tool Bash', async (span) => {
    await session.tool({ name: 'Bash', input: { command }, id: 'call-7' }, () => 's3cr3t output');
    span.end();
    return span;
  });
}

const named = (spans: readonly ReadableSpan[], name: string): ReadableSpan => {
  const found = spans.find((span) => span.name === name);
  if (found === undefined) throw new Error(`${name} is none of ${spans.map((span) => span.name).join(', ')}`);
  return found;
};
const msOf = ([seconds, nanos]: readonly [number, number]): number => seconds * 1000 + nanos / 1e6;

describe('hook spans', () => {
  it('stand under the span of the tool: one for the dispatch, and below it one for each hook that was asked', async () => {
    const exporter = new InMemorySpanExporter();
    setUp(exporter);
    writeHook(scratch, { name: 'fails', exits: 7 }, 'PreToolUse');
    writeHook(scratch, { name: 'other', front: { matcher: 'Write' } }, 'PreToolUse');
    const hooks = await open();
    hooks.on('PreToolUse', { name: 'rewrites', modify: { PreToolUse: '*' } }, () => ({
      hookSpecificOutput: { updatedInput: { command: 'echo s3cr3t' } },
    }));
    const tool = await callTool(hooks, 'ls s3cr3t');
    await hooks.close();

    const spans = exporter.getFinishedSpans();
    const dispatch = named(spans, 'hooks.dispatch PreToolUse');
    const [fails, rewrites] = [named(spans, 'hooks.run fails'), named(spans, 'hooks.run rewrites')];
    expect(spans.map((span) => span.name).sort()).toEqual([
      'execute_tool Bash',
      'hooks.dispatch PreToolUse',
      'hooks.run fails',
      'hooks.run rewrites',
    ]);
    expect(dispatch.parentSpanContext?.spanId).toBe(tool.spanContext().spanId);
    for (const run of [fails, rewrites]) {
      expect(run.parentSpanContext?.spanId).toBe(dispatch.spanContext().spanId);
      expect(msOf(run.duration)).toBeGreaterThanOrEqual(0);
      expect(msOf(run.startTime)).toBeGreaterThanOrEqual(msOf(dispatch.startTime));
      expect(msOf(run.endTime)).toBeLessThanOrEqual(msOf(dispatch.endTime) + 1);
    }
    expect(dispatch.attributes).toEqual({
      'hooks.event': 'PreToolUse',
      'hooks.matched': 2,
      'hooks.ran': 2,
      'hooks.decision': 'modify',
      'gen_ai.tool.name': 'Bash',
      'gen_ai.tool.call.id': 'call-7',
      'gen_ai.conversation.id': 's1',
    });
    expect(fails.attributes).toMatchObject({
      'hooks.name': 'fails',
      'hooks.package': 'user/fails',
      'hooks.source': 'user',
      'hooks.mode': 'enforce',
      'hooks.outcome': 'failed',
      'hooks.failure_policy': 'continue',
      'hooks.digest': expect.stringMatching(/^sha256:/),
      'process.exit.code': 7,
      'error.type': 'EXIT',
    });
    expect(rewrites.events).toMatchObject([
      { name: 'hooks.modified', attributes: { 'hooks.changed': ['command'] } },
    ]);
    expect(JSON.stringify(spans.map((span) => [span.attributes, span.events, span.status]))).not.toContain(
      's3cr3t',
    );
  });

  it('have the ids of the event log and of what handlers are told: a variable, and a header of a service', async () => {
    const exporter = new InMemorySpanExporter();
    setUp(exporter);
    const requests = `${scratch.log}/requests`;
    const service = await serve({ '/': { body: '{}' } }, requests);
    writeHook(scratch, { name: 'program', does: 'echo "$TRACEPARENT" >"$LOG/traceparent"' }, 'PreToolUse');
    writeHook(scratch, { name: 'service', front: { url: `${service.url}/`, command: null } }, 'PreToolUse');
    const hooks = await open();
    const within: unknown[] = [];
    hooks.on('PreToolUse', () => {
      within.push(trace.getActiveSpan()?.spanContext().spanId);
    });
    await callTool(hooks, 'ls');
    await hooks.close();
    service.stop();

    const { traceId, spanId } = named(exporter.getFinishedSpans(), 'hooks.dispatch PreToolUse').spanContext();
    const traceparent = `00-${traceId}-${spanId}-01`;
    expect(readFileSync(`${scratch.log}/traceparent`, 'utf8').trim()).toBe(traceparent);
    expect(readFileSync(requests, 'utf8')).toContain(traceparent);
    expect(within).toEqual([spanId]);
    expect(readEventLog(join(scratch.home, '.local/state/hookmd')).at(-1)).toMatchObject({ traceId, spanId });
  });

  it('go on with the trace in which the program itself was started, and pass on that nobody records it', async () => {
    const started = { TRACEPARENT: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' };
    const exporter = new InMemorySpanExporter();
    setUp(exporter);
    writeHook(scratch, { name: 'hook', does: 'echo "$TRACEPARENT" >>"$LOG/traceparents"' }, 'Stop');
    const environment = { PATH: process.env['PATH'], LOG: scratch.log, ...started };
    const hooks = await open({ environment });
    await hooks.dispatch('Stop');
    await hooks.close();
    expect(named(exporter.getFinishedSpans(), 'hooks.dispatch Stop').parentSpanContext).toMatchObject({
      traceId: '0af7651916cd43dd8448eb211c80319c',
      spanId: 'b7ad6b7169203331',
    });

    trace.disable();
    context.disable();
    setUp(exporter, new AlwaysOffSampler());
    const unseen = await open({ environment });
    await unseen.dispatch('Stop');
    await unseen.close();
    const lines = readFileSync(`${scratch.log}/traceparents`, 'utf8').trim().split('\n');
    expect(lines).toEqual([
      expect.stringMatching(/^00-0af7651916cd43dd8448eb211c80319c-[0-9a-f]{16}-01$/),
      expect.stringMatching(/^00-0af7651916cd43dd8448eb211c80319c-[0-9a-f]{16}-00$/),
    ]);
  });

  it('arrive at a collector, with their parents', async () => {
    const bodies: string[] = [];
    const collector = createServer((request, response) => {
      let text = '';
      request.on('data', (chunk: Buffer) => {
        text += chunk.toString();
      });
      request.on('end', () => {
        bodies.push(text);
        response.end('{}');
      });
    });
    await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
    const { port } = collector.address() as AddressInfo;
    const provider = setUp(new OTLPTraceExporter({ url: `http://127.0.0.1:${port}/v1/traces` }));
    const hooks = await open();
    hooks.on('PreToolUse', { name: 'guard' }, () => ({ decision: 'block', reason: 's3cr3t reason' }));
    const tool = await callTool(hooks, 'ls s3cr3t');
    await hooks.close();
    await provider.shutdown();
    collector.close();

    interface Sent {
      readonly name: string;
      readonly spanId: string;
      readonly parentSpanId?: string;
      readonly attributes: readonly { readonly key: string; readonly value: unknown }[];
    }
    const sent = bodies.flatMap((body): readonly Sent[] => {
      const { resourceSpans } = JSON.parse(body) as {
        readonly resourceSpans: readonly {
          readonly scopeSpans: readonly { readonly spans: readonly Sent[] }[];
        }[];
      };
      return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
    });
    const dispatch = sent.find(({ name }) => name === 'hooks.dispatch PreToolUse');
    const run = sent.find(({ name }) => name === 'hooks.run guard');
    expect(dispatch?.parentSpanId).toBe(tool.spanContext().spanId);
    expect(run?.parentSpanId).toBe(dispatch?.spanId);
    expect(dispatch?.attributes).toContainEqual({ key: 'hooks.decision', value: { stringValue: 'block' } });
    expect(dispatch?.attributes).toContainEqual({
      key: 'hooks.decided_by',
      value: { arrayValue: { values: [{ stringValue: 'code/guard' }] } },
    });
    expect(run?.attributes).toContainEqual({ key: 'hooks.outcome', value: { stringValue: 'decision' } });
    expect(bodies.join('')).not.toContain('s3cr3t');
  });

  it('cost nothing where nobody traces: the API is not looked for', async () => {
    const seen = join(scratch.dir, 'looked-for');
    const watcher = `
      import { writeFileSync } from 'node:fs';
      export function resolve(specifier, context, next) {
        if (specifier.includes('opentelemetry')) writeFileSync(${JSON.stringify(seen)}, specifier);
        return next(specifier, context);
      }`;
    const loader = `data:text/javascript,${encodeURIComponent(watcher)}`;
    const play = (before: string): ReturnType<typeof runScript> =>
      runScript(
        scratch,
        `
        (await import('node:module')).register(${JSON.stringify(loader)});
        ${before}
        const hooks = await open({ trust: 'all' });
        hooks.on('PreToolUse', () => {});
        const { kind } = await (await hooks.session()).tool({ name: 'Bash', input: { command: 'ls' } }, () => {});
        await hooks.close();
        print(kind);`,
      );
    expect(await play('')).toMatchObject({ exit: 0, stdout: '"done"' });
    expect(existsSync(seen)).toBe(false);
    // What it looks like where one traces: half of it, and the hooks are asked all the same.
    const half = "globalThis[Symbol.for('opentelemetry.js.api.1')] = { version: '1.9.1', trace: {} };";
    expect(await play(half)).toMatchObject({ exit: 0, stdout: '"done"' });
    expect(existsSync(seen)).toBe(true);
  });
});
