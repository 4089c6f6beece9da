import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { type HookSpec, type Json, writeHook, writeText } from '../support/hook-package.ts';
import { makeScratch, type Scratch } from '../support/scratch.ts';
import { serve } from '../support/serve.ts';
import { fire } from './fire.ts';
import { fillPlaces } from './places.ts';
import type { Case, Step } from './row.ts';
import { takeStep } from './steps.ts';

/** What the steps of one case share. */
export interface Stage {
  readonly scratch: Scratch;
  /** Words that every call gets. */
  readonly roots: readonly string[];
  /** What `remember` kept, by path. */
  readonly remembered: Map<string, string>;
}

/** Plays one case in a scratch place of its own, which is gone afterwards. Throws where it does not hold. */
export async function runCase(one: Case): Promise<void> {
  const place = makeScratch();
  const service = one.service === undefined ? null : await serve(one.service, join(place.log, 'requests'));
  const scratch: Scratch = service === null ? place : { ...place, service: service.url };
  try {
    const hooks = (one.hooks ?? []).map(
      (hook): HookSpec => (typeof hook === 'string' ? { name: hook, like: hook } : hook),
    );
    const roots = hooks.some((hook) => hook.at === 'root') ? ['--root', scratch.root] : [];
    const stage: Stage = { scratch, roots, remembered: new Map() };
    setScene(stage, one, hooks);
    if (one.steps === undefined) await fire(stage, one);
    for (const step of one.steps ?? []) await takeStep(stage, step);
  } finally {
    service?.stop();
    place.remove();
  }
}

function setScene({ scratch }: Stage, one: Case, hooks: readonly HookSpec[]): void {
  const fill = <T>(data: T): T => fillPlaces(data, scratch, new Map());
  const event = one.event ?? firstEvent(one.steps) ?? 'PreToolUse';
  for (const hook of hooks) writeHook(scratch, fill(hook), event);
  if (one.config !== undefined)
    writeText(join(scratch.home, '.hookmd', 'config.yaml'), { text: yaml(fill(one.config)) });
  for (const [path, file] of Object.entries(fill(one.files ?? {}))) {
    if (file === null) mkdirSync(join(scratch.dir, path), { recursive: true });
    else writeText(join(scratch.dir, path), typeof file === 'string' ? { text: file } : file);
  }
  for (const [path, target] of Object.entries(fill(one.links ?? {}))) {
    const folder = join(scratch.dir, path, '..');
    if (!existsSync(folder)) mkdirSync(folder, { recursive: true });
    symlinkSync(target, join(scratch.dir, path));
  }
}

function firstEvent(steps: readonly Step[] = []): string | undefined {
  return steps.flatMap((step) => ('fire' in step ? [step.fire] : []))[0];
}

/** JSON is YAML. */
function yaml(config: Json): string {
  return `${JSON.stringify(config)}\n`;
}
