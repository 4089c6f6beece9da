/** Whether a text has the form of a digest; nothing else may become a path in the store. */
export function isDigest(text: unknown): text is string {
  return typeof text === 'string' && /^sha256:[0-9a-f]{64}$/.test(text);
}
