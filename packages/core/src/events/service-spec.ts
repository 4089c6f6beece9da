/** A service that is called over HTTP. */
export interface HttpSpec {
  readonly mode: 'http';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** `opa`: the event is sent as `input`, the response is read from `result`. */
  readonly shape: 'opa' | null;
}

/** One call of a model. */
export interface PromptSpec {
  readonly mode: 'prompt';
  readonly prompt: string;
  /** A name under `models` of the user's configuration; null = the small one. */
  readonly model: string | null;
}

/** A model that may read the project before it decides. */
export interface AgentSpec {
  readonly mode: 'agent';
  readonly prompt: string;
  readonly model: string | null;
  /** Command lines that it may run; nothing else. */
  readonly commands: readonly string[];
}

/** What runs for a package without a program: plain data of its manifest. */
export type ServiceSpec = HttpSpec | PromptSpec | AgentSpec;

/** The provider of a model. `openai-compatible` is anything with that chat protocol, such as a server on this machine. */
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
