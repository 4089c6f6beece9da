import { readFileSync, realpathSync } from 'node:fs';
import { describeError } from '../../errors/hook-error.ts';
import { issue } from '../../errors/issue.ts';
import { readManifest } from '../../manifest/read-manifest.ts';
import type { Approval } from '../../trust/approval.ts';
import {
  type ContentSink,
  type PackageContent,
  readPackage,
  readProgram,
  toContent,
} from '../../trust/digest.ts';
import { storeContent } from '../../trust/store.ts';
import { createIssueList } from '../../yaml/issue-list.ts';
import { buildLaunch } from '../build-launch.ts';
import { isExecutableEvent, requestEvent } from './executable-events.ts';
import { type DefinitionReader, failedReading, type PackageReading } from './package-reading.ts';

/**
 * Kodelet's bare executables: one file, no manifest, run as `FILE run`. The approved copy is a package of that one file, and
 * the approval contains what it printed for `FILE hook` (decision 0018).
 */
export const bareExecutables: DefinitionReader = {
  async read({ dir, directory, path }) {
    return describe(dir, directory, toContent(dir, readExecutable(path, directory)), undefined);
  },
  unreadable: ({ directory, path }, error) =>
    failedReading(directory, issue('MANIFEST_UNREADABLE', { detail: describeError(error) }, { path })),
  store: ({ path, directory }, storeRoot) =>
    storeContent((sink) => readExecutable(path, directory, sink), storeRoot),
  async readStored(dir, { directory, event: output }) {
    return describe(dir, directory, readPackage(dir), output);
  },
  content: ({ dir, path, directory }, sink) => toContent(dir, readExecutable(path, directory, sink)),
  readFile: ({ path }) => readFileSync(path),
  body: () => '',
  readEvents: requestEvent,
  withEvent: (reading, { directory, event: result }) => ({
    ...reading,
    ...known(directory, reading.files, result),
  }),
};

/** Follows a link: the approval is of the file it leads to. */
function readExecutable(
  path: string,
  name: string,
  sink: ContentSink | null = null,
): ReturnType<typeof readProgram> {
  return readProgram(realpathSync.native(path), name, sink);
}

function describe(
  dir: string,
  name: string,
  { files: found, digest, issues }: PackageContent,
  output: Approval['event'],
): PackageReading {
  const files = found.map((file) => file.path);
  const { manifest, partial } = known(name, files, output);
  const launch = buildLaunch(manifest, {
    packageDir: dir,
    files,
    path: process.env['PATH'] ?? '',
    mustStartAlone: true,
  });
  const program = launch?.ok ? launch.argv[0] : null;
  return { manifest, partial, issues, versions: [], program, files, digest };
}

/** Its manifest; without events until its approval names one. */
function known(
  name: string,
  files: readonly string[],
  output: Approval['event'],
): {
  readonly manifest: NonNullable<PackageReading['manifest']>;
  readonly partial: PackageReading['partial'];
} {
  const event = output !== undefined && isExecutableEvent(output) ? output : null;
  const front = { events: [event ?? SOME_EVENT], command: [`./${name}`], protocol: 'kodelet' };
  const issues = createIssueList(name, null);
  // Another name, because a file may be named as no package may be.
  const { manifest } = readManifest(front, { path: name, directoryName: 'executable', files }, issues);
  if (manifest === null || issues.hasErrors()) throw new Error('the front matter of an executable is valid');
  const { events, modify } = event === null ? { events: [], modify: {} } : manifest;
  return {
    manifest: { ...manifest, name, events, modify },
    partial: { name, description: '', events: events.map((manifestEvent) => manifestEvent.name) },
  };
}

const SOME_EVENT = 'before_tool_call';
