import type { ShippedRecord } from './shipped-record.ts';
export function toOtlp(records: readonly ShippedRecord[], _resource: unknown): object {
  return { records };
}
