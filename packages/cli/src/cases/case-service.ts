import { isJsonObject, type JsonObject, type JsonValue } from '@hookmd/core/events';
import type { CaseService, PackageCase } from './package-case.ts';

/** Stands in `options` for the address of the case's service. */
const PLACE = '<service>';

export function isCaseService(value: unknown): value is CaseService {
  if (!isJsonObject(value)) return false;
  const { status = 200, headers = {}, body: _, ...others } = value;
  const isStatus = typeof status === 'number' && Number.isInteger(status) && status >= 200 && status <= 599;
  const isHeaders = isJsonObject(headers) && Object.values(headers).every((one) => typeof one === 'string');
  return isStatus && isHeaders && Object.keys(others).length === 0;
}

/**
 * Runs a case with its service beside it, on this machine and on a port of its own: `use` gets the case with the address
 * filled into its options.
 */
export async function withService<T>(one: PackageCase, use: (one: PackageCase) => Promise<T>): Promise<T> {
  if (one.service === null) return use(one);
  const { status = 200, headers = {}, body = '' } = one.service;
  const { createServer } = await import('node:http');
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  try {
    return await use({ ...one, options: fill(one.options, `http://127.0.0.1:${port}`) as JsonObject });
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

function fill(value: JsonValue | undefined, url: string): JsonValue | undefined {
  if (typeof value === 'string') return value.replaceAll(PLACE, url);
  if (Array.isArray(value)) return value.map((one: JsonValue) => fill(one, url) ?? null);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, fill(one, url)]));
}
