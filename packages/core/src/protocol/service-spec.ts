/** A service that is asked over HTTP. */
export interface HttpSpec {
  readonly mode: 'http';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** `opa`: the event goes out as `input`, the answer comes back as `result`. */
  readonly shape: 'opa' | null;
}

/** One call of a model. */
export interface PromptSpec {
  readonly mode: 'prompt';
  readonly prompt: string;
  /** A name under `models` of the user's configuration; null = the small one. */
  readonly model: string | null;
}

/** A model that may look around in the project before it answers. */
export interface AgentSpec {
  readonly mode: 'agent';
  readonly prompt: string;
  readonly model: string | null;
  /** Command lines that it may run; nothing else. */
  readonly commands: readonly string[];
}

/** What is asked where no program of the package is: plain data of its manifest. */
export type ServiceSpec = HttpSpec | PromptSpec | AgentSpec;
