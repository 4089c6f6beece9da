import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkEvent } from '../events/check-event.ts';
import { EVENT_SCHEMA } from '../events/event.ts';
import { type EventName, eventNames, eventRow, type FieldKind } from '../events/events.ts';
import { eventJsonSchema, eventSchema } from './event-schema.ts';

type Payload = Record<string, unknown>;

const textOrNull = fc.option(fc.string());
const json = fc.jsonValue({ maxDepth: 2 });
const numbers = fc.double({ noNaN: true, noDefaultInfinity: true });
const usage = fc.record({
  input_tokens: fc.nat(),
  output_tokens: fc.nat(),
  current_context_window: fc.nat(),
  max_context_window: fc.nat(),
});
const fields: Readonly<Record<FieldKind, fc.Arbitrary<unknown>>> = {
  string: fc.string(),
  'text?': textOrNull,
  number: numbers,
  boolean: fc.boolean(),
  object: fc.dictionary(fc.string(), json),
  array: fc.array(json),
  any: json,
  messages: fc.array(fc.record({ role: fc.constantFrom('user', 'assistant'), content: fc.string() })),
  usage,
  subagentStatus: fc.constantFrom('completed', 'canceled'),
  fileChange: fc.constantFrom('add', 'change', 'unlink'),
};
const toolView = fc.record({
  kind: fc.constantFrom('shell', 'mcp', 'other'),
  native_name: fc.string(),
  command: textOrNull,
  paths: fc.array(fc.string()),
  mcp: fc.option(fc.record({ server: fc.string(), tool: fc.string() })),
});

function validPayload(name: EventName): fc.Arbitrary<Payload> {
  const row = eventRow(name);
  const shape: Record<string, fc.Arbitrary<unknown>> = {
    hook_event_name: fc.constant(name),
    schema: fc.constant(EVENT_SCHEMA),
    event_id: fc.string(),
    session_id: fc.string(),
    turn_id: textOrNull,
    cwd: fc.string(),
    project_dir: fc.string(),
    transcript_path: textOrNull,
    permission_mode: textOrNull,
    invoked_by: fc.constantFrom('main', 'subagent'),
    agent: fc.record({ name: fc.string(), version: textOrNull, native_event: fc.string() }),
    extra_field_of_the_host: json,
    raw: json,
  };
  const required = Object.keys(shape).filter((key) => key !== 'raw' && key !== 'extra_field_of_the_host');
  for (const [field, kind] of Object.entries(row.fields)) {
    const key = field.endsWith('?') ? field.slice(0, -1) : field;
    shape[key] = fields[kind];
    if (key === field) required.push(key);
  }
  if (row.subject === 'tool_name') {
    shape.tool = toolView;
    required.push('tool');
  }
  return fc.record(shape, { requiredKeys: required }) as fc.Arbitrary<Payload>;
}

const anyValid = fc.constantFrom(...eventNames).chain((name) => validPayload(name));

/** Removes or replaces values at random places, also inside lists and objects. */
const mutated = fc
  .tuple(
    anyValid,
    fc.array(
      fc.record({
        steps: fc.array(fc.nat(), { minLength: 1, maxLength: 3 }),
        remove: fc.boolean(),
        value: json,
      }),
    ),
  )
  .map(([payload, changes]) => {
    const copy = structuredClone(payload);
    for (const { steps, remove, value } of changes) mutate(copy, steps, remove ? undefined : value);
    return copy;
  });

function mutate(container: Payload, [step = 0, ...rest]: readonly number[], value: unknown): void {
  const keys = Object.keys(container);
  const key = keys[step % Math.max(1, keys.length)];
  // Another event is another schema; a list keeps its length, JSON knows no holes.
  if (key === undefined || key === 'hook_event_name') return;
  const inner = container[key];
  if (rest.length > 0 && typeof inner === 'object' && inner !== null) mutate(inner as Payload, rest, value);
  else if (value === undefined && !Array.isArray(container)) delete container[key];
  else container[key] = value ?? null;
}

function schemaPaths(payload: Payload): readonly string[] {
  const reading = eventSchema(payload.hook_event_name as EventName).safeParse(payload);
  const paths = (reading.error?.issues ?? []).map((problem) =>
    problem.path.reduce<string>(
      (path, step) =>
        typeof step === 'number'
          ? `${path}[${step}]`
          : path === ''
            ? String(step)
            : `${path}.${String(step)}`,
      '',
    ),
  );
  return [...new Set(paths)].sort();
}

function checkedPaths(payload: Payload): readonly string[] {
  return [...new Set(checkEvent(payload).map((problem) => problem.split('`')[1] ?? ''))].sort();
}

describe('the payload of an event', () => {
  it('is accepted by the checker and by the schema when it is valid', () => {
    fc.assert(
      fc.property(anyValid, (payload) => {
        expect(checkEvent(payload)).toEqual([]);
        expect(schemaPaths(payload)).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it('is refused by both at the same places when it was changed at random', () => {
    fc.assert(
      fc.property(mutated, (payload) => {
        expect(checkedPaths(payload)).toEqual(schemaPaths(payload));
      }),
      { numRuns: 2_000 },
    );
  });

  it('is refused by both without each of its required fields', () => {
    for (const name of eventNames) {
      const [payload = {}] = fc.sample(validPayload(name), { numRuns: 1, seed: 7 });
      for (const key of Object.keys(payload)) {
        const without = { ...payload };
        delete without[key];
        if (key !== 'hook_event_name') expect(checkedPaths(without)).toEqual(schemaPaths(without));
      }
    }
  });

  it('is refused when it is no object or names no event', () => {
    expect(checkEvent([])).toEqual(['it must be an object']);
    expect(checkEvent(null)).toEqual(['it must be an object']);
    expect(checkEvent({ hook_event_name: 'toString' })).toEqual([
      '`hook_event_name` must be the name of an event',
    ]);
  });

  it('is told what was expected and where, never the value', () => {
    const [payload] = fc.sample(validPayload('PreToolUse'), { numRuns: 1, seed: 7 });
    expect(checkEvent({ ...payload, tool_input: 'secret', tool: { kind: 'shell' } })).toEqual([
      '`tool_input` must be an object',
      '`tool.native_name` must be text',
      '`tool.command` must be string or null',
      '`tool.paths` must be a list',
      '`tool.mcp` must be an object',
    ]);
  });
});

describe('the JSON Schema of an event', () => {
  it('names itself, its draft and what the event is about', () => {
    expect(eventJsonSchema('Stop')).toMatchObject({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $id: 'urn:hookmd:event:1:Stop',
      title: 'Stop',
      description: 'The agent is about to stop; its turn ended normally.',
    });
  });

  it('requires exactly the fields that the catalogue does not mark as optional', () => {
    for (const name of eventNames) {
      const row = eventRow(name);
      const { required, properties } = eventJsonSchema(name) as { required: string[]; properties: object };
      const always = Object.keys(row.fields).filter((field) => !field.endsWith('?'));
      expect(required).toEqual(expect.arrayContaining(['hook_event_name', 'session_id', ...always]));
      const optional = Object.keys(row.fields).filter((field) => field.endsWith('?'));
      for (const field of optional) expect(required).not.toContain(field.slice(0, -1));
      expect(Object.keys(properties)).toEqual(
        expect.arrayContaining(optional.map((field) => field.slice(0, -1))),
      );
    }
  });
});
