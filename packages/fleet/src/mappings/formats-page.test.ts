/** docs/fleet/formats.md: its examples are what the code makes, and each name in its table is there. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { toCloudEvent } from './cloudevents.ts';
import { toOcsf } from './ocsf.ts';
import { toOtlp } from './otel.ts';
import { traceEntry } from './shipped.fixture.ts';
import type { ShippedRecord } from './shipped-record.ts';

const page = readFileSync(join(import.meta.dirname, '../../../../docs/fleet/formats.md'), 'utf8');
const examples = [...page.matchAll(/^```json\n([\s\S]*?)^```$/gm)].map(([, text = '']) => JSON.parse(text));
const record: ShippedRecord = examples[0];
const sent = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe('the examples', () => {
  it('show one record in each format', () => {
    expect(examples.slice(1)).toEqual(
      [toOtlp([record], { 'service.version': '0.1.0' }), toOcsf(record), toCloudEvent(record)].map(sent),
    );
  });
});

/** A record in which every field of the table means something. */
const failed = { qualifiedName: 'user/lint', outcome: 'non_blocking_error', cause: 'EXIT' };
const full: ShippedRecord = {
  ...record,
  entry: traceEntry({
    ...record.entry,
    by: 'ana',
    parentSpanId: 'b'.repeat(16),
    truncated: true,
    cost: { inputTokens: 1, outputTokens: 1, turns: 1 },
    hooks: [failed],
  }),
};

interface Named {
  readonly attributes: readonly { readonly key: string; readonly value: unknown }[];
}

/** The names of OpenTelemetry that a request has: fields of the log record, and attributes. */
function namesOfOtlp(example: ShippedRecord): Readonly<Record<string, unknown>> {
  const request = toOtlp([example], {}) as {
    readonly resourceLogs: readonly [
      { readonly resource: Named; readonly scopeLogs: readonly [{ readonly logRecords: readonly [Named] }] },
    ];
  };
  const [{ resource, scopeLogs }] = request.resourceLogs;
  const [log] = scopeLogs[0].logRecords;
  const attributes = [...resource.attributes, ...log.attributes];
  return { ...log, ...Object.fromEntries(attributes.map(({ key, value }) => [key, value])) };
}

function hasPath(value: unknown, path: string): boolean {
  return (
    path
      .split('.')
      .reduce<unknown>(
        (part, key) => (part as Readonly<Record<string, unknown>> | undefined)?.[key],
        value,
      ) !== undefined
  );
}

/** The rows of the table under a heading, cell by cell, without its head. */
function tableUnder(heading: string): readonly (readonly string[])[] {
  const section = page.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  const lines = section.split('\n').filter((line) => line.startsWith('|'));
  return lines.slice(2).map((line) => line.slice(2, -2).split(' | '));
}

describe('the table of fields', () => {
  const rows = tableUnder('Where each field is');
  const names = (cell = ''): readonly string[] =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);

  it('has a row for each field that a format has a place for', () => {
    const listed = rows.flatMap(([field]) => names(field));
    const fields = [...Object.keys(record).filter((name) => name !== 'entry' && name !== 'schema')];
    expect(listed).toEqual(expect.arrayContaining(fields));
    const { unmapped } = toOcsf(full) as { readonly unmapped: { readonly entry: object } };
    const placed = Object.keys(full.entry).filter((name) => !(name in unmapped.entry));
    expect(listed).toEqual(expect.arrayContaining(placed));
  });

  it.each(rows)('names for %s what each format has', (_, otel, ocsf, cloudEvents) => {
    const otlp = namesOfOtlp(full);
    expect(names(otel).filter((name) => !(name in otlp))).toEqual([]);
    expect(names(ocsf).filter((path) => !hasPath(toOcsf(full), path))).toEqual([]);
    expect(names(cloudEvents).filter((path) => !hasPath(toCloudEvent(full), path))).toEqual([]);
  });
});

/** An entry for each row of the table of severities. */
const happened: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'a hook failed, without a decision': { hooks: [failed] },
  'HookMD blocked the call': { decision: 'block' },
  'HookMD stopped the agent': { halted: true },
  'a hook prompted the user': { decision: 'ask' },
  'a hook allowed the call': { decision: 'allow' },
  'the user allowed a blocked call': { schema: 'hookmd.allow/1' },
  'the agent wanted to stop and was sent back': { sentBack: true },
  'no decision': {},
  'records were lost': { schema: 'hookmd.dropped/1' },
};

describe('the table of severities', () => {
  it('is what the formats have', () => {
    const made = Object.entries(happened).map(([what, facts]) => {
      const example = { ...record, entry: traceEntry(facts) };
      const { severityText } = namesOfOtlp(example);
      const { severity, action, disposition } = toOcsf(example) as Readonly<Record<string, unknown>>;
      return [what, severityText, severity, action, disposition];
    });
    expect(tableUnder('Severity and disposition')).toEqual(made);
  });
});
