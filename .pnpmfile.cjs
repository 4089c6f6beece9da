/** pnpm replaces `workspace:` versions in the order they resolve: sorted, two packs have the same bytes. */
const sorted = (record) => record && Object.fromEntries(Object.entries(record).sort());

/** npm warns about `executableFiles`, which only pnpm knows, and pnpm has read it when this is called. */
const publishConfig = ({ publishConfig: { executableFiles, ...config } = {} }) => config;

module.exports = {
  hooks: {
    beforePacking: (manifest) => ({
      ...manifest,
      publishConfig: publishConfig(manifest),
      dependencies: sorted(manifest.dependencies),
      optionalDependencies: sorted(manifest.optionalDependencies),
      devDependencies: sorted(manifest.devDependencies),
      peerDependencies: sorted(manifest.peerDependencies),
    }),
  },
};
