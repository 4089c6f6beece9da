import { cleanLine } from '@hookmd/core/text';
import { type ProgramResult, runProgram } from '../../../programs/run-program.ts';
import { PackageRejected, tooLarge } from '../../archive/package-problem.ts';
import { type SourceContext, unreachable } from '../source.ts';
import { isLoopback } from '../web-address.ts';

/** One call of git. */
export interface GitCall {
  readonly args: readonly string[];
  /** The URL of the repository, which decides the protocol. */
  readonly url: string;
  /** A bare repository of HookMD's; null = none, whatever the current directory is. */
  readonly repository: string | null;
  readonly context: SourceContext;
  readonly stdin?: string;
  readonly maxOutputBytes?: number;
  /** Git has no limit of its own for what a server sends into `repository`. */
  readonly maxRepositoryBytes?: number;
}

/**
 * Nothing of a repository, a server or a setting may start a program: no hooks, no watcher, no submodules, no attributes, no
 * maintenance in the background.
 */
const SETTINGS = [
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'core.attributesFile=/dev/null',
  'core.symlinks=false',
  'core.askPass=',
  'core.logAllRefUpdates=false',
  'submodule.recurse=false',
  'fetch.recurseSubmodules=false',
  'fetch.writeCommitGraph=false',
  'fetch.bundleURI=',
  'transfer.bundleURI=false',
  'transfer.advertiseSID=false',
  'protocol.ext.allow=never',
  'protocol.file.allow=never',
  'credential.interactive=false',
  'gc.auto=0',
  'maintenance.auto=false',
];

/** Where credentials, keys and certificates of the user are, and how the machine reaches others. Nothing that starts a program. */
const PASSED = [
  ...['XDG_CONFIG_HOME', 'SSH_AUTH_SOCK', 'SSL_CERT_FILE', 'SSL_CERT_DIR'],
  ...['http_proxy', 'https_proxy', 'no_proxy', 'HTTPS_PROXY', 'NO_PROXY', 'all_proxy', 'ALL_PROXY'],
];

/**
 * Runs git without a terminal, a shell or the repository of the current directory. Throws GIT_MISSING, SOURCE_UNREACHABLE,
 * PACKAGE_TOO_LARGE, or the reason of the signal of the context.
 */
export async function runGit(call: GitCall): Promise<Buffer> {
  const { context, url, repository, stdin, maxOutputBytes, maxRepositoryBytes } = call;
  const result = await runProgram({
    program: 'git',
    args: [...SETTINGS.flatMap((name) => ['-c', name]), ...call.args],
    cwd: repository ?? '/',
    environment: context.environment,
    passes: PASSED,
    sets: gitVariables(call),
    timeoutMs: context.timeoutMs,
    ...(stdin === undefined ? {} : { stdin }),
    ...(maxOutputBytes === undefined ? {} : { maxOutputBytes }),
    ...(repository === null || maxRepositoryBytes === undefined
      ? {}
      : { fills: { dir: repository, maxBytes: maxRepositoryBytes } }),
    signal: context.signal,
  });
  if (result.end === 'exit' && result.exitCode === 0) return result.stdout;
  if (context.signal?.aborted === true) throw context.signal.reason;
  throw failure(result, url, context);
}

function gitVariables({ url, repository, context }: GitCall): Record<string, string> {
  const certificates = ['GIT_SSL_CAINFO', 'GIT_SSL_CAPATH'].flatMap((name) => {
    const value = context.environment[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    ...Object.fromEntries(certificates),
    HOME: context.home,
    // Set in both cases: the repository of the current directory has settings that start programs.
    GIT_DIR: repository ?? '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_ALLOW_PROTOCOL: protocolOf(url),
    GIT_LFS_SKIP_SMUDGE: '1',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_OPTIONAL_LOCKS: '0',
    LC_ALL: 'C',
  };
}

/** The protocol of the URL: a server cannot redirect git to another one. */
function protocolOf(url: string): string {
  if (!URL.canParse(url) || url.startsWith('ssh:')) return 'ssh';
  const parsed = new URL(url);
  if (parsed.protocol === 'http:') return isLoopback(parsed) ? 'http' : 'none';
  return parsed.protocol === 'https:' ? 'https' : 'ssh';
}

function failure(result: ProgramResult, url: string, { timeoutMs }: SourceContext): PackageRejected {
  if (result.end === 'timeout') return unreachable(url, `it took longer than ${timeoutMs / 1000} s`);
  if (result.end === 'missing') {
    const detail = result.errorCode === 'ENOENT' ? 'it is not on the PATH' : (result.errorCode ?? 'unknown');
    return new PackageRejected({ code: 'GIT_MISSING', parameters: { detail } });
  }
  if (result.end !== 'exit')
    return new PackageRejected(tooLarge('is larger than any package, as git delivers it'));
  const lastLine = cleanLine(result.stderr.toString('utf8').trim().split('\n').at(-1) ?? '');
  return unreachable(
    url,
    lastLine.slice(0, 300) || `git exited with code ${result.exitCode}`,
    'Check whether `git ls-remote` works with this URL.',
  );
}
