declare module 'npm-pick-manifest' {
  /** Throws where nothing fits. The document is of a registry, and so is what is returned. */
  function pickManifest(
    document: unknown,
    wanted: string,
    options: { readonly before: Date | null },
  ): unknown;
  export = pickManifest;
}
