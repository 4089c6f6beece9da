import { cleanPath } from '@hookmd/core/internal/executors/environment';
import { findProgram } from '@hookmd/core/internal/launch/find-program';
import { type ProcessResult, runProcess } from '@hookmd/core/internal/process/process';
import { cleanLine } from '@hookmd/core/internal/protocol/clean-text';
import { Refused, tooLarge } from '../refused.ts';
import type { SourceContext } from './source.ts';
import { unreachable } from './unreachable.ts';
import { isLoopback } from './web-address.ts';

/** One call of git. */
export interface GitCall {
  readonly args: readonly string[];
  /** The address it is about: which protocol it may speak. */
  readonly url: string;
  /** A bare repository of ours; null = none, whatever the current folder is. */
  readonly repository: string | null;
  readonly context: SourceContext;
  readonly stdin?: string;
  readonly maxOutputBytes?: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * What no repository, server or setting can turn into a program of theirs: no hooks, no watcher, no submodules, no attributes,
 * no upkeep in the background. Source: reference/security.md §5.
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

/** Where credentials, keys and certificates of the person are, and how the machine reaches others. Nothing that starts a program. */
const PASSED = [
  ...['HOME', 'USER', 'LOGNAME', 'LANG', 'TMPDIR', 'XDG_CONFIG_HOME', 'SSH_AUTH_SOCK'],
  ...['SSL_CERT_FILE', 'SSL_CERT_DIR', 'GIT_SSL_CAINFO', 'GIT_SSL_CAPATH'],
  ...['http_proxy', 'https_proxy', 'no_proxy', 'HTTPS_PROXY', 'NO_PROXY', 'all_proxy', 'ALL_PROXY'],
];

const DEFAULT_OUTPUT_BYTES = 1024 * 1024;

/**
 * Runs git without a terminal, a shell or the repository of the current folder. Throws GIT_MISSING, SOURCE_UNREACHABLE,
 * PACKAGE_TOO_LARGE, or the reason of the signal of the context.
 */
export async function runGit(call: GitCall): Promise<Buffer> {
  const { context, url } = call;
  const path = cleanPath(context.environment.PATH ?? '') || '/usr/bin:/bin';
  const git = findProgram('git', path);
  if (git === null)
    throw new Refused({ code: 'GIT_MISSING', parameters: { detail: 'it is not on the PATH' } });
  const signals = [call.signal, context.signal].filter((one) => one !== undefined);
  const maxOutputBytes = call.maxOutputBytes ?? DEFAULT_OUTPUT_BYTES;
  const result = await runProcess({
    argv: [git, ...SETTINGS.flatMap((one) => ['-c', one]), ...call.args],
    cwd: call.repository ?? '/',
    env: gitEnvironment(call, path),
    stdin: call.stdin ?? '',
    timeoutMs: context.timeoutMs,
    maxStdoutBytes: maxOutputBytes,
    ...(signals.length === 0 ? {} : { signal: AbortSignal.any(signals) }),
  });
  if (result.end === 'exit' && result.exitCode === 0) return result.stdout;
  if (context.signal?.aborted === true) throw context.signal.reason;
  throw failure(result, url, context);
}

function gitEnvironment({ url, repository, context }: GitCall, path: string): Record<string, string> {
  const passed = PASSED.flatMap((name) => {
    const value = context.environment[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    ...Object.fromEntries(passed),
    HOME: context.home,
    PATH: path,
    // Set in both cases: the repository of the current folder has settings that start programs.
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

/** The one that its address names: a server cannot send git on to another. */
function protocolOf(url: string): string {
  if (!URL.canParse(url) || url.startsWith('ssh:')) return 'ssh';
  const parsed = new URL(url);
  if (parsed.protocol === 'http:') return isLoopback(parsed) ? 'http' : 'none';
  return parsed.protocol === 'https:' ? 'https' : 'ssh';
}

function failure(result: ProcessResult, url: string, { timeoutMs }: SourceContext): Refused {
  if (result.end === 'timeout') return unreachable(url, `it took longer than ${timeoutMs / 1000} s`);
  if (result.end === 'spawn-error')
    return new Refused({ code: 'GIT_MISSING', parameters: { detail: result.errorCode ?? 'unknown' } });
  if (result.end !== 'exit') return new Refused(tooLarge('is larger than any package, as git delivers it'));
  const said = cleanLine(result.stderr.toString('utf8').trim().split('\n').at(-1) ?? '');
  return unreachable(
    url,
    said.slice(0, 300) || `git ended with status ${result.exitCode}`,
    'Look whether `git ls-remote` with this address answers.',
  );
}
