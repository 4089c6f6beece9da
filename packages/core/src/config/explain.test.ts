import { describe, expect, it } from 'vitest';
import type { ConfigScope } from './config.ts';
import { explainConfig } from './explain.ts';
import { configRows } from './keys.ts';
import { parseConfig } from './parse.ts';
import { formatSettingKey } from './setting-key.ts';

function explain(files: Partial<Record<ConfigScope, string>>) {
  const read = (scope: ConfigScope) =>
    parseConfig(Buffer.from(files[scope] ?? ''), { path: 'config.yaml', scope }).config;
  const settings = explainConfig({ managed: read('managed'), user: read('user'), project: read('project') });
  return settings.map(({ path, value, from, isSecret, isPromptOnly }) => {
    const shown = isSecret ? 'set' : JSON.stringify(value);
    return `${formatSettingKey(path)} ${shown} ${from.join('+')}${isPromptOnly ? ' asked' : ''}`;
  });
}

describe('the settings that hold', () => {
  it('are the defaults where no file says anything', () => {
    expect(explain({})).toEqual([
      'hooks.enabled true default',
      'hooks.concurrency 4 default',
      'hooks.maxTimeout "120s" default',
      'hooks.maxFollowUps 5 default',
      'hooks.onInternalError "continue" default',
      'hooks.onWorkaround "continue" default',
      'eventLog.keepDays 14 default',
      'eventLog.maxBytes "200MB" default',
      'eventLog.payloads "summary" default',
    ]);
  });

  it('name the file that decides', () => {
    const all = explain({
      managed: 'hooks: { enabled: true, concurrency: 8 }\npackage: { x: { env: { A: m }, mode: enforce } }',
      user: 'hooks: { enabled: false, concurrency: 1, onInternalError: block }\npackage: { x: { env: { A: u, B: u }, options: { o: 1 }, mode: warn } }\neventLog: { maxBytes: 1500000 }',
      project: 'package: { x: { options: { o: 2 } }, "y.z": { options: { p: [1] } } }',
    });
    expect(all).toEqual(
      expect.arrayContaining([
        'hooks.enabled false user',
        'hooks.concurrency 8 managed',
        'hooks.onInternalError "block" user',
        'eventLog.maxBytes "1500KB" user',
        'package.x.env.A set managed',
        'package.x.env.B set user',
        'package.x.options.o 1 user',
        'package.x.options.o 2 project asked',
        'package.x.mode "enforce" managed',
        'package."y.z".options.p [1] project asked',
      ]),
    );
  });

  it('name every file where several narrow or add', () => {
    const all = explain({
      managed: 'allow: { modify: { Bash: [a, b] } }\nentries: { Stop: [{ hooks: [] }] }',
      user: 'allow: { modify: { Write: [c] } }\nmodels: { m: { provider: google, model: q, apiKeyEnv: K } }',
      project: 'allow: { modify: { Bash: [b] } }\nentries: { Stop: [{ hooks: [] }] }',
    });
    expect(all).toEqual(
      expect.arrayContaining([
        'allow.modify.Bash ["b"] managed+project',
        'allow.modify.Write ["c"] user',
        'entries.Stop [{"hooks":[]},{"hooks":[]}] managed+project',
        'models.m.provider "google" user',
        'models.m.model "q" user',
      ]),
    );
  });

  it('know every key of the table', () => {
    const examples = Object.values(configRows).map(({ example }) => explain({ user: example }).join('\n'));
    for (const key of Object.keys(configRows)) {
      const pattern = new RegExp(`^${key.replaceAll('.', '\\.').replaceAll('*', '\\S+')}\\b`, 'm');
      expect(
        examples.some((text) => pattern.test(text)),
        key,
      ).toBe(true);
    }
  });

  it('never say a value that may be a secret', () => {
    const settings = explainConfig({
      managed: parseConfig(Buffer.from(''), { path: '', scope: 'managed' }).config,
      user: parseConfig(Buffer.from('package: { x: { env: { T: s3cret } } }'), { path: '', scope: 'user' })
        .config,
      project: parseConfig(Buffer.from(''), { path: '', scope: 'project' }).config,
    });
    expect(JSON.stringify(settings)).not.toContain('s3cret');
  });
});
