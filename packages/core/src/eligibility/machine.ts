import { arch, platform } from 'node:os';

/** What requirements are judged against. */
export interface Machine {
  readonly os: string;
  readonly arch: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The package by its name, and the variables that the configuration sets for it; null = it gets none from there. */
  readonly settings: { readonly name: string; readonly env: Readonly<Record<string, string>> } | null;
}

export function thisMachine(environment: Machine['environment'], settings: Machine['settings']): Machine {
  return { os: platform(), arch: arch(), environment, settings };
}
