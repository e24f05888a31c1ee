import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

// The headless shell comes first: the browser tests take two thirds of the time with it.
const USUAL_PLACES = [
  '/usr/bin/chromium-headless-shell',
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

/** Installs a Chromium if there is none. Throws an error that says what to do if that fails. */
export function ensureChromium() {
  if (chromiumPath()) return
  console.log('The browser tests need a Chromium and none is installed: installing one.')
  const commands: [string, string[]][] = [['npx', ['playwright', 'install', 'chromium']]]
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const install = 'DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends'
    const installChromium = `${install} chromium-headless-shell || ${install} chromium`
    commands.unshift(['sh', ['-c', `apt-get update -qq && { ${installChromium}; }`]])
  }
  for (const [command, args] of commands) {
    try {
      execFileSync(command, args, { stdio: 'inherit' })
    } catch {
      continue // try the next command
    }
    if (chromiumPath()) return
  }
  throw new Error(
    'No Chromium could be installed: install one (on Debian "apt-get install chromium" as root), or name it in CHROMIUM.',
  )
}
