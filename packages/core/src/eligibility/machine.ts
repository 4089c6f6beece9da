import { arch, platform } from 'node:os';

/** What requirements are judged against. */
export interface Machine {
  readonly os: string;
  readonly arch: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Variables that the user's configuration sets for this package. */
  readonly fixedEnv: Readonly<Record<string, string>>;
}

export function thisMachine(environment: Machine['environment'], fixedEnv: Machine['fixedEnv']): Machine {
  return { os: platform(), arch: arch(), environment, fixedEnv };
}
