/**
 * Random hex digits, for names and ids that must differ and need not be secret.
 *
 * Not from Node's crypto, which costs 2 ms when it is loaded.
 */
export function randomHex(bytes: number): string {
  const digits = Array.from({ length: bytes * 2 }, () => Math.floor(Math.random() * 16).toString(16));
  return digits.join('');
}
