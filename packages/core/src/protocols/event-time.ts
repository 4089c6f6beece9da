const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** The time in an event id, in ms: a format has no clock. */
export function timeOf(eventId: string): number {
  if (!/^[0-7][0-9A-HJKMNP-TV-Z]{9}/.test(eventId)) return 0;
  return [...eventId.slice(0, 10)].reduce((time, digit) => time * 32 + CROCKFORD.indexOf(digit), 0);
}
