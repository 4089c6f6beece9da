import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { tool } from 'ai';
import { z } from 'zod';

/** File and shell tools that work in one folder, under the names by which hooks know them. */
export function toolsIn(folder) {
  const inDirectory = (file) => path.resolve(folder, file);
  return {
    Bash: tool({
      description: 'Runs a shell command in the project',
      inputSchema: z.object({ command: z.string() }),
      execute: async ({ command }, { abortSignal }) => {
        const { stdout } = await promisify(execFile)('sh', ['-c', command], {
          cwd: folder,
          signal: abortSignal,
        });
        return stdout;
      },
    }),
    Read: tool({
      description: 'Reads a file',
      inputSchema: z.object({ file_path: z.string() }),
      execute: ({ file_path: file }) => readFile(inDirectory(file), 'utf8'),
    }),
    Write: tool({
      description: 'Writes a file',
      inputSchema: z.object({ file_path: z.string(), content: z.string() }),
      execute: async ({ file_path: file, content }) => {
        await writeFile(inDirectory(file), content);
        return `${file} is written`;
      },
    }),
  };
}
