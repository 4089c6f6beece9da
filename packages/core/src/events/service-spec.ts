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

/** Whom a model is asked of. `openai-compatible` is anything that speaks that chat protocol, such as a server on this machine. */
export const modelProviders = ['openai-compatible', 'anthropic', 'google'] as const;
export type ModelProvider = (typeof modelProviders)[number];

/** A model that the user's configuration names, and how it is reached. */
export interface ModelSpec {
  readonly provider: ModelProvider;
  readonly model: string;
  readonly baseURL?: string;
  /** Name of the variable that holds the key, never the key. */
  readonly apiKeyEnv?: string;
}
