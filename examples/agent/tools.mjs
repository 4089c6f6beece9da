import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { tool } from 'ai';
import { z } from 'zod';

/** Tools for the files and the shell of one directory. Their names are those that the bundled hooks match. */
export function createTools(directory) {
  const resolve = (file) => path.resolve(directory, file);
  return {
    Bash: tool({
      description: 'Runs a shell command in the project',
      inputSchema: z.object({ command: z.string() }),
      execute: async ({ command }, { abortSignal }) => {
        const { stdout } = await promisify(execFile)('sh', ['-c', command], {
          cwd: directory,
          signal: abortSignal,
        });
        return stdout;
      },
    }),
    Read: tool({
      description: 'Reads a file',
      inputSchema: z.object({ file_path: z.string() }),
      execute: ({ file_path: file }) => readFile(resolve(file), 'utf8'),
    }),
    Write: tool({
      description: 'Writes a file',
      inputSchema: z.object({ file_path: z.string(), content: z.string() }),
      execute: async ({ file_path: file, content }) => {
        await writeFile(resolve(file), content);
        return `Wrote ${file}`;
      },
    }),
  };
}
