import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell'
const USUAL_PLACES = [
  HEADLESS_SHELL,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** For a Chromium that tests drive. A GPU process of its own has no GPU here, and takes processor time. */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--in-process-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** The path of a Chromium: the one named by CHROMIUM, an installed one, or Playwright's. Undefined if there is none. */
export const chromiumPath = () =>
  [process.env['CHROMIUM'], ...USUAL_PLACES, chromium.executablePath()].find((path) => path && existsSync(path))

/** Without a network it gives up soon. */
const APT = 'DEBIAN_FRONTEND=noninteractive apt-get -o Acquire::http::Timeout=20 -o Acquire::Retries=0'
const INSTALL = `${APT} install -y -qq --no-install-recommends`

/**
 * Installs a Chromium if there is none. Where apt can, it also installs the headless shell beside a Chromium with windows: the windows
 * alone take a third of the processor time. Throws an error that says what to do if there is none in the end.
 */
export function ensureChromium() {
  if (process.env['CHROMIUM'] || existsSync(HEADLESS_SHELL)) return
  const hasApt = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  const isThere = () => chromiumPath() !== undefined
  if (hasApt) {
    console.log('Installing the headless Chromium for the browser tests.')
    tryCommand('sh', '-c', `${APT} update -qq; ${INSTALL} chromium-headless-shell`)
    if (!isThere()) tryCommand('sh', '-c', `${INSTALL} chromium`)
  }
  if (!isThere()) tryCommand('npx', 'playwright', 'install', 'chromium')
  if (!isThere())
    throw new Error(
      'No Chromium could be installed: install one (on Debian "apt-get install chromium" as root), or name it in CHROMIUM.',
    )
}

function tryCommand(command: string, ...args: string[]) {
  try {
    execFileSync(command, args, { stdio: 'inherit' })
  } catch {
    // What is missing afterwards is said by the caller.
  }
}
