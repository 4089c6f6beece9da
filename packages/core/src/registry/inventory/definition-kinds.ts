import { dirname } from 'node:path';
import type { Root } from '../../discovery/roots.ts';
import {
  type Definition,
  locateExecutable,
  locatePackage,
  type Scan,
  scanExecutables,
  scanPackages,
} from '../../discovery/scan.ts';
import type { RootKind } from '../../events/source.ts';
import { stampFile, stampPackage } from '../../trust/package-tree.ts';
import type { DefinitionReader } from './package-reading.ts';

/**
 * What a root of one kind holds: how to find it, and how to tell that nothing changed. Cheap, and runs nothing.
 *
 * Whatever the kind, what is approved becomes a folder in the store, and only that is run.
 */
export interface DefinitionKind {
  /** Lists what may be hooks, by names and types only; settings entries are read for it. `keeps` = bytes that can be read may be cached. */
  readonly scan: (root: Root, keeps?: boolean) => Scan | Promise<Scan>;
  /** Where one of this name stands, or stood. */
  readonly locate: (root: Root, folder: string) => Definition;
  /** Equal stamps = reading it again gives the same; null = it is read every time, which costs little. */
  readonly stamp: ((one: Definition) => string) | null;
  /** Among which the first of a name has it, and shadows the rest; `none` = all of one name run. */
  readonly oneOfAName: 'in its root' | 'in all roots' | 'none';
  /** Whether the approved bytes of one that is gone from its root go on running, if they are not a repository's. */
  readonly outlivesItsRoot: boolean;
  /** What it is called in lists. */
  readonly noun: string;
  /** Whether it must be asked something before it can be approved; then its reader has `ask` and `withAnswer`. */
  readonly isInvoked: boolean;
  /** Loaded only where something must be read. */
  readonly load: () => Promise<DefinitionReader>;
}

export const definitionKinds: Readonly<Record<RootKind, DefinitionKind>> = {
  packages: {
    scan: scanPackages,
    locate: locatePackage,
    stamp: ({ dir, leavesOut }) => stampPackage(dir, leavesOut),
    oneOfAName: 'in its root',
    outlivesItsRoot: true,
    noun: 'package',
    isInvoked: false,
    load: async () => (await import('./package-directories.ts')).packageDirectories,
  },
  executables: {
    scan: scanExecutables,
    locate: locateExecutable,
    stamp: ({ path }) => stampFile(path),
    oneOfAName: 'in all roots',
    outlivesItsRoot: true,
    noun: 'bare executable',
    isInvoked: true,
    load: async () => (await import('./bare-executables.ts')).bareExecutables,
  },
  entries: {
    scan: async (root, keeps) => (await import('../settings-entries.ts')).scanEntries(root, keeps),
    locate: (root, folder) => ({
      root,
      folder,
      dir: dirname(root.dir),
      manifestPath: root.dir,
      path: root.dir,
    }),
    stamp: null,
    oneOfAName: 'in its root',
    // The file is the list of them: what a person takes out of it is taken out.
    outlivesItsRoot: false,
    noun: 'settings entry',
    isInvoked: false,
    load: async () => (await import('../settings-entries.ts')).settingsEntries,
  },
};
