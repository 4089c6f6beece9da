import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { type ChatServer, startChatServer } from '../support/chat-server.ts';
import { type HookSpec, type Json, writeHook, writeText } from '../support/hook-package.ts';
import { leftoverProcesses } from '../support/leftover-processes.ts';
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
export async function runCase(item: Case): Promise<void> {
  const location = makeScratch();
  const service =
    item.service === undefined ? null : await serve(item.service, join(location.log, 'requests'));
  const scratch: Scratch = service === null ? location : { ...location, service: service.url };
  const chat = item.model === undefined ? null : await startChatServer(item.model);
  try {
    const hooks = (item.hooks ?? []).map(
      (hook): HookSpec => (typeof hook === 'string' ? { name: hook, like: hook } : hook),
    );
    const roots = hooks.some((hook) => hook.at === 'root') ? ['--root', scratch.root] : [];
    const stage: Stage = { scratch, roots, remembered: new Map(), chat };
    setScene(stage, item, hooks);
    if (item.steps === undefined) await fire(stage, item);
    for (const step of item.steps ?? []) await takeStep(stage, step);
  } finally {
    await chat?.close();
    service?.stop();
    // A hook in the background has written its last record, and its process still ends.
    await leftoverProcesses(location.dir);
    location.remove();
  }
}

function setScene({ scratch, chat }: Stage, item: Case, hooks: readonly HookSpec[]): void {
  const fill = <T>(data: T): T => fillPlaces(data, scratch, new Map());
  const event = item.event ?? firstEvent(item.steps) ?? 'PreToolUse';
  for (const hook of hooks) writeHook(scratch, fill(hook), event);
  const config =
    chat === null ? item.config : { models: { small: modelAt(chat) }, ...(item.config as object) };
  if (config !== undefined)
    writeText(join(scratch.home, '.hookmd', 'config.yaml'), { text: yaml(fill(config)) });
  for (const [path, file] of Object.entries(fill(item.files ?? {}))) {
    if (file === null) mkdirSync(join(scratch.dir, path), { recursive: true });
    else writeText(join(scratch.dir, path), typeof file === 'string' ? { text: file } : file);
  }
  for (const [path, target] of Object.entries(fill(item.links ?? {}))) {
    const directory = join(scratch.dir, path, '..');
    if (!existsSync(directory)) mkdirSync(directory, { recursive: true });
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
