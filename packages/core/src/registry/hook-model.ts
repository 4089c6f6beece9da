import type { EffectiveConfig } from '../config/config.ts';
import { defaultSettings } from '../config/defaults.ts';
import { issue } from '../errors/issue.ts';
import type { ModelSpec } from '../events/service-spec.ts';
import type { Manifest } from '../manifest/manifest.ts';
import type { MissingRequirement } from './active-set.ts';

type Handler = Manifest['handler'];
type Models = Pick<EffectiveConfig, 'models'>;

/** Who answers a hook; null = a model that nobody configured, undefined = no model answers it. */
export function findModel(handler: Handler, { models }: Models): ModelSpec | null | undefined {
  const name = modelName(handler);
  if (name === null) return undefined;
  return Object.hasOwn(models, name) ? models[name] : null;
}

/** A hook whose model nobody configured. */
export function missingModel(handler: Handler, config: Models): readonly MissingRequirement[] {
  return findModel(handler, config) === null
    ? [unmet('ELIGIBILITY_MODEL', modelName(handler) ?? defaultSettings.model)]
    : [];
}

/** The same, and the key: whoever looks now knows whether its variable is set. */
export function missingForModel(
  handler: Handler,
  config: Models,
  environment: Readonly<Record<string, string | undefined>>,
): readonly MissingRequirement[] {
  const name = findModel(handler, config)?.apiKeyEnv;
  if (name === undefined || environment[name]) return missingModel(handler, config);
  return [unmet('ELIGIBILITY_MODEL_KEY', name)];
}

function modelName(handler: Handler): string | null {
  return handler.mode === 'prompt' || handler.mode === 'agent'
    ? (handler.model ?? defaultSettings.model)
    : null;
}

function unmet(code: 'ELIGIBILITY_MODEL' | 'ELIGIBILITY_MODEL_KEY', want: string): MissingRequirement {
  const { message, remedy } = issue(code, { want });
  return { code, message, remedy };
}
