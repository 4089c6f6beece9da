/**
 * Stands in the bundles for js-yaml, which gray-matter loads for an engine of its own: we replace that one
 * (manifest/front-matter.ts), and every command that reads a manifest would pay 2 ms for it.
 */
function refuse() {
  throw new Error('Front matter is read by the engine of manifest/front-matter.ts.');
}

exports.safeLoad = refuse;
exports.safeDump = refuse;
