import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatRoute, parseRoute, screens } from './route.ts';

it('a route is the same after it was an address', () => {
  const query = fc.dictionary(fc.string({ minLength: 1 }), fc.string({ minLength: 1 }), {
    noNullPrototype: true,
  });
  const trace = fc.option(fc.stringMatching(/^[0-9a-f]{8,32}$/));
  const route = fc.record({ screen: fc.constantFrom(...screens), trace, query });
  fc.assert(
    fc.property(route, (value) => {
      expect(parseRoute(formatRoute(value))).toEqual(value);
    }),
  );
});

it.each(['', '#', '#/', '#/nothing', '#token-of-a-link'])('%s is the screen Live', (hash) => {
  expect(parseRoute(hash)).toEqual({ screen: 'live', trace: null, query: {} });
});
