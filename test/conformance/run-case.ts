import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { type ChatServer, startChatServer } from '../support/chat-server.ts';
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
  /** The provider of a case that has one. */
  readonly chat: ChatServer | null;
}

/** Plays one case in a scratch place of its own, which is gone afterwards. Throws where it does not hold. */
export async function runCase(one: Case): Promise<void> {
  const place = makeScratch();
  const service = one.service === undefined ? null : await serve(one.service, join(place.log, 'requests'));
  const scratch: Scratch = service === null ? place : { ...place, service: service.url };
  const chat = one.model === undefined ? null : await startChatServer(one.model);
  try {
    const hooks = (one.hooks ?? []).map(
      (hook): HookSpec => (typeof hook === 'string' ? { name: hook, like: hook } : hook),
    );
    const roots = hooks.some((hook) => hook.at === 'root') ? ['--root', scratch.root] : [];
    const stage: Stage = { scratch, roots, remembered: new Map(), chat };
    setScene(stage, one, hooks);
    if (one.steps === undefined) await fire(stage, one);
    for (const step of one.steps ?? []) await takeStep(stage, step);
  } finally {
    await chat?.close();
    service?.stop();
    place.remove();
  }
}

function setScene({ scratch, chat }: Stage, one: Case, hooks: readonly HookSpec[]): void {
  const fill = <T>(data: T): T => fillPlaces(data, scratch, new Map());
  const event = one.event ?? firstEvent(one.steps) ?? 'PreToolUse';
  for (const hook of hooks) writeHook(scratch, fill(hook), event);
  const config = chat === null ? one.config : { models: { small: modelAt(chat) }, ...(one.config as object) };
  if (config !== undefined)
    writeText(join(scratch.home, '.hookmd', 'config.yaml'), { text: yaml(fill(config)) });
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

function modelAt({ url }: ChatServer): Json {
  return { provider: 'openai-compatible', model: 'scripted', baseURL: url };
}

function firstEvent(steps: readonly Step[] = []): string | undefined {
  return steps.flatMap((step) => ('fire' in step ? [step.fire] : []))[0];
}

/** JSON is YAML. */
function yaml(config: Json): string {
  return `${JSON.stringify(config)}\n`;
}
