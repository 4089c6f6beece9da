import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomHex, readRecord, sha256, writeFileAtomic } from '@hookmd/core/system';
import { fleetDir } from './cursor.ts';

/** Who sends: one user on one computer. */
export interface Machine {
  readonly schema: 'hookmd.machine-id/1';
  /** 32 random hex digits. */
  readonly id: string;
  /** sha256 of what identifies the computer; empty where nothing does. Never sent. */
  readonly computer: string;
  /** Its ids until a copy of it was found. */
  readonly former: readonly string[];
}

/** The machine of a state directory; one that was copied from another computer becomes a new one. */
export function readMachine(stateDir: string): Machine {
  const { value } = readRecord(machinePath(stateDir), isMachine);
  if (value === null) return write(stateDir, []);
  const computer = computerId();
  return value.computer === computer || value.computer === '' || computer === ''
    ? value
    : write(stateDir, [...value.former, value.id]);
}

/** A new id for the same log, because another machine has the old one. */
export function replaceMachine(stateDir: string, { id, former }: Machine): Machine {
  return write(stateDir, [...former, id]);
}

function write(stateDir: string, former: readonly string[]): Machine {
  const machine = {
    schema: 'hookmd.machine-id/1',
    id: randomHex(16),
    computer: computerId(),
    former,
  } as const;
  writeFileAtomic(machinePath(stateDir), `${JSON.stringify(machine)}\n`);
  return machine;
}

function machinePath(stateDir: string): string {
  return join(fleetDir(stateDir), 'machine.json');
}

/** Two computers that start from the same image can have the same: then the receiver distinguishes them. */
function computerId(): string {
  try {
    return sha256(`hookmd ${readFileSync('/etc/machine-id', 'utf8').trim()}`);
  } catch {
    return '';
  }
}

function isMachine(value: unknown): value is Machine {
  const { schema, id, computer, former } = (value ?? {}) as Partial<Machine>;
  return (
    schema === 'hookmd.machine-id/1' &&
    typeof id === 'string' &&
    /^[0-9a-f]{32}$/.test(id) &&
    typeof computer === 'string' &&
    Array.isArray(former)
  );
}
