const { getBuiltinModule } = process;
const { concat } = Buffer;
const { parse } = JSON;

/** How a command is run. */
interface ShellSettings {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly throws: boolean;
  readonly isQuiet: boolean;
}

/** The output of a command that ended. */
export interface ShellOutput {
  readonly exitCode: number;
  readonly stdout: Buffer;
  readonly stderr: Buffer;
  text(): string;
  json(): unknown;
}

/** The tag `$`; its methods change how all of its commands are run. */
export interface Shell {
  (parts: TemplateStringsArray, ...values: readonly unknown[]): ShellCommand;
  cwd(directory: string): Shell;
  env(variables: NodeJS.ProcessEnv): Shell;
  nothrow(): Shell;
  throws(isThrowing: boolean): Shell;
  escape(text: string): string;
}

/** The part of Bun's shell that plugins use, on /bin/sh: what is interpolated is one word each, whatever it contains. */
export function makeShell(directory: string): Shell {
  let settings: ShellSettings = { cwd: directory, env: process.env, throws: true, isQuiet: false };
  const change = (changed: Partial<ShellSettings>): Shell => {
    settings = { ...settings, ...changed };
    return shell;
  };
  const shell: Shell = Object.assign(
    ({ raw }: TemplateStringsArray, ...values: readonly unknown[]) => {
      const words = values.map((value, index) => quote(value) + (raw[index + 1] ?? ''));
      return new ShellCommand((raw[0] ?? '') + words.join(''), settings);
    },
    {
      cwd: (cwd: string) => change({ cwd }),
      env: (env: NodeJS.ProcessEnv) => change({ env }),
      nothrow: () => change({ throws: false }),
      throws: (throws: boolean) => change({ throws }),
      escape: quote,
    },
  );
  return shell;
}

/** A command, which starts when it is waited for. */
class ShellCommand implements PromiseLike<ShellOutput> {
  readonly #line: string;
  #settings: ShellSettings;
  #running: Promise<ShellOutput> | undefined;

  constructor(line: string, settings: ShellSettings) {
    this.#line = line;
    this.#settings = settings;
  }

  quiet = (): this => this.#change({ isQuiet: true });
  nothrow = (): this => this.#change({ throws: false });
  throws = (throws: boolean): this => this.#change({ throws });
  cwd = (cwd: string): this => this.#change({ cwd });
  env = (env: NodeJS.ProcessEnv): this => this.#change({ env });

  text = async (): Promise<string> => (await this.quiet()).text();
  json = async (): Promise<unknown> => (await this.quiet()).json();
  async *lines(): AsyncIterable<string> {
    yield* (await this.text()).replace(/\n$/, '').split('\n');
  }

  // biome-ignore lint/suspicious/noThenProperty: plugins wait for a command as they do in Bun
  then: Promise<ShellOutput>['then'] = (done, fail) => this.#start().then(done, fail);
  catch: Promise<ShellOutput>['catch'] = (fail) => this.#start().catch(fail);
  finally: Promise<ShellOutput>['finally'] = (end) => this.#start().finally(end);

  #change(settings: Partial<ShellSettings>): this {
    this.#settings = { ...this.#settings, ...settings };
    return this;
  }

  #start(): Promise<ShellOutput> {
    this.#running ??= run(this.#line, this.#settings);
    return this.#running;
  }
}

async function run(line: string, { cwd, env, throws, isQuiet }: ShellSettings): Promise<ShellOutput> {
  const { spawn } = getBuiltinModule('node:child_process');
  const child = spawn('/bin/sh', ['-c', line], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const [stdout, stderr]: [Buffer[], Buffer[]] = [[], []];
  const collect = (chunks: Buffer[]) => (chunk: Buffer) => {
    chunks.push(chunk);
    if (!isQuiet) process.stderr.write(chunk);
  };
  child.stdout.on('data', collect(stdout));
  child.stderr.on('data', collect(stderr));
  const exitCode = await new Promise<number>((resolve, reject) => {
    child.on('error', reject).on('close', (code) => resolve(code ?? 1));
  });
  const text = (): string => concat(stdout).toString();
  const streams = { stdout: concat(stdout), stderr: concat(stderr) };
  const output: ShellOutput = { exitCode, ...streams, text, json: () => parse(text()) };
  if (exitCode === 0 || !throws) return output;
  throw Object.assign(new Error(`Failed with exit code ${exitCode}`), output);
}

/** One word for the shell; a list is several, and `{ raw }` is shell text. */
function quote(value: unknown): string {
  if (Array.isArray(value)) return value.map(quote).join(' ');
  if (typeof value === 'object' && value !== null) {
    if ('raw' in value) return String(value.raw);
    throw new TypeError('only strings, numbers and lists of these can be part of a command');
  }
  return `'${String(value).replaceAll("'", "'\\''")}'`;
}
