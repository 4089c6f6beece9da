/** In hex. Node's crypto costs 2 ms when it is loaded, so it is loaded when it is first needed. */
export function sha256(data: string | Uint8Array): string {
  return process.getBuiltinModule('node:crypto').createHash('sha256').update(data).digest('hex');
}
