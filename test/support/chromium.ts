import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** Where Debian's package installs it. */
const CHROMIUM = '/usr/bin/chromium';
const INSTALL = 'apt-get update && apt-get install -y --no-install-recommends chromium';

/** Quiet: no requests of the browser itself, and none to a service that a page does not name. */
const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * A browser with a fresh profile, which the caller closes.
 * Installs Chromium where it is missing, if root runs the test on Debian; throws elsewhere.
 */
export function openBrowser(): Promise<Browser> {
  if (!existsSync(CHROMIUM)) installChromium();
  return chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
}

function installChromium(): void {
  if (!isDebian() || process.getuid?.() !== 0)
    throw new Error(`This test needs ${CHROMIUM}. Install it, for example on Debian as root: ${INSTALL}`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const { status, stderr } = spawnSync('sh', ['-c', INSTALL], { env, encoding: 'utf8' });
  if (status !== 0 || !existsSync(CHROMIUM)) throw new Error(`\`${INSTALL}\` failed.\n${stderr}`);
}

function isDebian(): boolean {
  const about = '/etc/os-release';
  return existsSync(about) && /^ID(?:_LIKE)?=.*debian/m.test(readFileSync(about, 'utf8'));
}
