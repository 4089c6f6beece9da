import { dirname, join } from 'node:path';
import type { Action, ActionContext } from '../../action.ts';
import { usageError } from '../../usage-error.ts';
import { makeKey } from '../keys.ts';
import { keysOption, withRepository } from '../publisher.ts';
import { type Repository, topRoles } from '../repository.ts';

export const action: Action = {
  usage: '<dir>',
  about: 'Give a role a new key and revoke an old one',
  options: [
    { flags: '--role <name>', about: 'root, targets, snapshot, timestamp or a ring' },
    { flags: '--revoke <id>', about: 'the first digits of the key to revoke (default: the oldest)' },
    keysOption,
  ],
  examples: [
    'hooks fleet rotate /srv/hookmd-fleet --role timestamp --keys /media/stick',
    'hooks fleet rotate /srv/hookmd-fleet --role root --revoke 3fa1c0de',
  ],
  async run(context) {
    withRepository(context, (repository, { keys }) => {
      const role = context.text('role') ?? '';
      const revoked = chooseKey(context, repository, role);
      const oldFile = repository.fileOf(revoked);
      const home = join(keys, role === 'root' ? 'root' : 'online');
      const key = makeKey(oldFile === null ? home : dirname(oldFile), role);
      repository.replaceKey(role, revoked, key);
      // Before clients can need it.
      key.save();
      repository.commit();
      const next = { role, key: key.id, file: key.file, revoked, destroy: oldFile };
      if (context.isJson) context.print({ schema: 'hookmd.fleet-rotate/1', ...next });
      else
        context.out(`Role ${role} has the new key ${key.id.slice(0, 8)}, in ${key.file}.
Key ${revoked.slice(0, 8)} is revoked. ${
          oldFile === null
            ? 'Its file is not here; destroy it where it is.'
            : `Nothing needs ${oldFile} any more: destroy it.`
        }`);
    });
    return 0;
  },
};

function chooseKey(context: ActionContext, repository: Repository, role: string): string {
  const ids = repository.keysOf(role);
  if (ids === null)
    throw usageError(
      role === '' ? '`hooks fleet rotate` needs a role.' : `There is no role "${role}".`,
      `Write \`--role\` and one of ${[...topRoles, ...repository.rings].join(', ')}.`,
    );
  const start = context.text('revoke') ?? '';
  const matching = ids.filter((id) => id.startsWith(start));
  const [id] = matching;
  if (id !== undefined && (start === '' || matching.length === 1)) return id;
  throw usageError(
    `"${start}" is not the start of the id of one key of role ${role}.`,
    `Write \`--revoke\` and one of ${ids.map((text) => text.slice(0, 8)).join(', ')}.`,
  );
}
