import { describe, expect, it } from 'vitest';
import type { RootKind, Source } from '../../events/source.ts';
import type { Approval } from '../../trust/approval.ts';
import type { PackageRecord } from './inventory.ts';
import { brokenClaims, type Standing, settleNames } from './settle-names.ts';

const approval = {} as Approval;

interface Given extends Partial<Omit<Standing, 'record'>> {
  readonly kind?: RootKind;
  readonly source?: Source;
  /** Of its root; default: one for each source and kind. */
  readonly root?: string;
  readonly name?: string;
  readonly directory?: string;
  readonly isVanished?: boolean;
}

function standing(given: Given): Standing {
  const {
    kind = 'executables',
    source = 'project',
    name = 'x',
    directory = name,
    isVanished = false,
  } = given;
  const dir = given.root ?? `/${source}/${kind}`;
  const path = `${dir}/${directory}`;
  const root = { kind, source, dir, realDir: dir };
  const record = {
    root,
    name,
    directory,
    path,
    isVanished,
    manifestPath: path,
    issues: [],
    displacedBy: null,
  };
  const { approval: given_ = null, isEnabled = true } = given;
  return {
    record: { ...record, qualifiedName: `${source}/${name}` } as unknown as PackageRecord,
    approval: given_,
    isEnabled,
  };
}

const winners = (
  given: readonly Given[],
  trust: 'approved' | 'all' = 'approved',
): readonly (string | null)[] =>
  settleNames(given.map(standing), [], trust).map(({ record }) => record.displacedBy);

describe('of bare executables of one name', () => {
  const local = { source: 'project' } as const;
  const global = { source: 'user', approval } as const;

  it.each<readonly [string, Given, string | null]>([
    ['nobody approved', local, null],
    ['is approved', { ...local, approval }, '/project/executables/x'],
    ['is approved and disabled', { ...local, approval, isEnabled: false }, null],
    ['is approved and gone', { ...local, approval, isVanished: true }, null],
  ])('a local one that %s takes its place or leaves it', (_, given, winner) => {
    expect(winners([given, global])).toEqual([null, winner]);
  });

  it('the first has it where everything is trusted, unless it is disabled', () => {
    expect(winners([local, global], 'all')).toEqual([null, '/project/executables/x']);
    expect(winners([{ ...local, isEnabled: false }, global], 'all')).toEqual([null, null]);
  });

  it('others are not concerned', () => {
    expect(
      winners([
        { ...local, approval },
        { ...global, name: 'y' },
      ]),
    ).toEqual([null, null]);
    expect(
      winners([
        { ...local, approval },
        { ...global, kind: 'packages' },
      ]),
    ).toEqual([null, null]);
  });

  it('a broken one is said where another stands behind it', () => {
    const [item, two] = [standing(local), standing(global)];
    const output = (isBroken: boolean): readonly string[] =>
      brokenClaims([
        { record: item.record, isBroken },
        { record: two.record, isBroken: false },
      ]).map(({ code, message }) => `${code} ${message}`);
    expect(output(false)).toEqual([]);
    expect(output(true)).toEqual([
      expect.stringMatching(/^EXECUTABLE_BEHIND_BROKEN \/project\/executables\/x .*\/user\/executables\/x/),
    ]);
  });

  it('one that is switched off in the project is noted at that of the user, and not the other way round', () => {
    const off = (source: Source): readonly number[] => {
      const { root } = standing({ source }).record;
      const switchedOff = [{ root, name: 'x', path: `${root.dir}/x.disable` }];
      return settleNames([standing(local), standing(global)], switchedOff, 'approved').map(
        ({ record }) => record.issues.length,
      );
    };
    expect(off('project')).toEqual([0, 1]);
    expect(off('user')).toEqual([0, 0]);
  });
});

describe('of all', () => {
  it('the first folder of a root has a name, whoever approved what', () => {
    const first = { kind: 'packages', directory: '1' } as const;
    expect(winners([first, { kind: 'packages', directory: '2', approval }])).toEqual([
      null,
      '/project/packages/1',
    ]);
  });

  it('a package has its name before an executable of its source', () => {
    expect(winners([{ kind: 'packages' }, { approval }])).toEqual([null, '/project/packages/x']);
  });

  it('packages of several sources, and of several given roots, have the same name', () => {
    expect(winners([{ kind: 'packages' }, { kind: 'packages', source: 'user' }])).toEqual([null, null]);
    const given = { kind: 'packages', source: 'session' } as const;
    expect(
      winners([
        { ...given, root: '/one' },
        { ...given, root: '/two' },
      ]),
    ).toEqual([null, null]);
  });

  it('what is gone neither has nor loses a name by it', () => {
    const gone = { kind: 'packages', directory: 'old', isVanished: true } as const;
    expect(winners([{ kind: 'packages' }, gone])).toEqual([null, null]);
  });
});
