import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

// The shell draws no window of its own: the journeys take two thirds of the time.
const USUAL_PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** For a Chromium that tests drive. */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** A Chromium of this machine: the one CHROMIUM names, an installed one, or Playwright's own. Undefined when there is none. */
export const chromiumPath = () =>
  [process.env['CHROMIUM'], ...USUAL_PLACES, chromium.executablePath()].find((path) => path && existsSync(path))

/** Installs a Chromium where there is none, and says so; throws a sentence that says what to do where it cannot. */
export function ensureChromium() {
  if (chromiumPath()) return
  console.log('The browser tests need a Chromium and there is none yet: installing one.')
  const ways: [string, string[]][] = [['npx', ['playwright', 'install', 'chromium']]]
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const install = 'DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends'
    const shellOrWhole = `${install} chromium-headless-shell || ${install} chromium`
    ways.unshift(['sh', ['-c', `apt-get update -qq && { ${shellOrWhole}; }`]])
  }
  for (const [command, args] of ways) {
    try {
      execFileSync(command, args, { stdio: 'inherit' })
    } catch {
      continue // the next way may do
    }
    if (chromiumPath()) return
  }
  throw new Error(
    'No Chromium could be installed: install one (on Debian "apt-get install chromium" as root), or name it in CHROMIUM.',
  )
}
