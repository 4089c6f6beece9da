import type { Root } from '../../discovery/roots.ts';
import {
  type Definition,
  listPlugins,
  locateEntry,
  locateExecutable,
  locatePackage,
  locatePluginHook,
  type Scan,
  scanExecutables,
  scanPackages,
} from '../../discovery/scan.ts';
import type { RootKind } from '../../events/source.ts';
import { stampFile, stampPackage } from '../../trust/package-tree.ts';
import type { DefinitionReader } from './package-reading.ts';

/** How definitions of one kind are found and checked for changes. Executes nothing. The approved copy of any kind is a directory. */
export interface DefinitionKind {
  /** Lists definitions by file names and types; settings files are read. `keeps` = their last readable content may be stored. */
  readonly scan: (root: Root, keeps?: boolean) => Scan | Promise<Scan>;
  /** The definition of this name, whether it exists or not. */
  readonly locate: (root: Root, directory: string) => Definition;
  /** Equal stamps = equal readings; null = it is read every time. */
  readonly stamp: ((definition: Definition) => string) | null;
  /** Where the first of a name wins; `none` = all of one name run. */
  readonly oneOfAName: 'in its hooks directory' | 'in all hooks directories' | 'none';
  /** Whether the approved version of a removed definition keeps running, unless it was a repository's. */
  readonly outlivesItsRoot: boolean;
  /** Its name in lists. */
  readonly noun: string;
  /** Whether it runs once for its approval; then its reader has `ask` and `withEvent`. */
  readonly isInvoked: boolean;
  /** Lazy: not needed where every reading is cached. */
  readonly load: () => Promise<DefinitionReader>;
}

/** How hooks are found and read, by the kind of their hooks directory. */
export const definitionKinds: Readonly<Record<RootKind, DefinitionKind>> = {
  packages: {
    scan: scanPackages,
    locate: locatePackage,
    stamp: ({ dir, leavesOut }) => stampPackage(dir, leavesOut),
    oneOfAName: 'in its hooks directory',
    outlivesItsRoot: true,
    noun: 'package',
    isInvoked: false,
    load: async () => (await import('./package-directories.ts')).packageDirectories,
  },
  plugins: {
    // Most people have none: what reads them is not loaded then.
    scan: async (root) =>
      listPlugins(root).length === 0
        ? { definitions: [], switchedOff: [], issues: [] }
        : (await import('../plugins/plugin-hooks.ts')).scanPlugins(root),
    locate: locatePluginHook,
    stamp: ({ dir }) => stampPackage(dir),
    oneOfAName: 'in its hooks directory',
    outlivesItsRoot: true,
    noun: 'plugin hook',
    isInvoked: false,
    load: async () => (await import('../plugins/plugin-hooks.ts')).pluginHooks,
  },
  executables: {
    scan: scanExecutables,
    locate: locateExecutable,
    stamp: ({ path }) => stampFile(path),
    oneOfAName: 'in all hooks directories',
    outlivesItsRoot: true,
    noun: 'bare executable',
    isInvoked: true,
    load: async () => (await import('./bare-executables.ts')).bareExecutables,
  },
  entries: {
    scan: async (root, keeps) => (await import('../settings-entries.ts')).scanEntries(root, keeps),
    locate: locateEntry,
    stamp: null,
    oneOfAName: 'in its hooks directory',
    // What the user removes from the file is removed.
    outlivesItsRoot: false,
    noun: 'settings entry',
    isInvoked: false,
    load: async () => (await import('../settings-entries.ts')).settingsEntries,
  },
};
