import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type APIRequestContext, type Browser, chromium, expect, type Page, request } from '@playwright/test'
import { BUSINESS, OWNER, SHOPS, TILL_PINS } from '../cli/demo/business.ts'
import { chromiumPath, ensureChromium } from './find-chromium.ts'

// Takes the pictures in docs/screenshots from the demo: `npm run screenshots`, or `npm run screenshots -- products sales` for some.

const FOLDER = join(import.meta.dirname, '..', 'docs', 'screenshots')
/** WebP quality. Lower values blur text. */
const QUALITY = 72

const LOOKS = {
  light: { viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
  dark: { viewport: { width: 1440, height: 900 }, colorScheme: 'dark' },
  phone: { viewport: { width: 390, height: 844 }, colorScheme: 'light', isMobile: true, hasTouch: true },
} as const

type Visitor = 'nobody' | 'beginner' | 'owner'
type Screen = { name: string; visitor: Visitor; path: string; title: string; open?: (page: Page) => Promise<void> }

const SCREENS: Screen[] = [
  { name: 'login', visitor: 'nobody', path: '/login', title: 'Welcome back' },
  { name: 'sign-up', visitor: 'beginner', path: '/login?signup=continue', title: 'Let’s build your workspace', open: choosePlan },
  { name: 'dashboard', visitor: 'owner', path: '/dashboard', title: 'Dashboard' },
  { name: 'report', visitor: 'owner', path: '/reports?by=day', title: 'Sales by day' },
  {
    name: 'report-hours',
    visitor: 'owner',
    path: '/reports?by=weekday_hour&compare=off',
    title: 'Sales by weekday and hour',
  },
  { name: 'sales', visitor: 'owner', path: '/sales', title: 'Sales' },
  { name: 'sale', visitor: 'owner', path: '/sales', title: 'Sales', open: openSale },
  { name: 'products', visitor: 'owner', path: '/products', title: 'Products' },
  { name: 'stock', visitor: 'owner', path: '/stock', title: 'Stock' },
  { name: 'employees', visitor: 'owner', path: '/employees', title: 'Employees' },
  { name: 'sites', visitor: 'owner', path: '/sites', title: 'Sites' },
  { name: 'tills', visitor: 'owner', path: '/sites', title: 'Sites', open: (page) => openTills(page) },
  { name: 'till-sell', visitor: 'owner', path: '/sites', title: 'Sites', open: sellAtTill },
  { name: 'till-pay', visitor: 'owner', path: '/sites', title: 'Sites', open: payAtTill },
]

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { port: { type: 'string', default: '4329' }, url: { type: 'string' } },
})
const wanted = SCREENS.filter(({ name }) => positionals.length === 0 || positionals.includes(name))

ensureChromium()
const demo = values.url ? { url: values.url, stop: async () => undefined } : await startDemo(values.port)
try {
  const visitors = await signInVisitors(demo.url)
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox', '--disable-gpu'] })
  await mkdir(FOLDER, { recursive: true })
  for (const screen of wanted) {
    for (const look of Object.keys(LOOKS) as (keyof typeof LOOKS)[]) {
      const picture = await takePicture(browser, screen, look, visitors[screen.visitor])
      await writeFile(join(FOLDER, `${screen.name}-${look}.webp`), picture)
    }
    console.log(screen.name)
  }
  await browser.close()
} finally {
  await demo.stop()
}
const sizes = await Promise.all((await readdir(FOLDER)).map(async (file) => (await stat(join(FOLDER, file))).size))
console.log(`${sizes.length} pictures, ${Math.round(sizes.reduce((sum, size) => sum + size, 0) / 1000)} kB`)

/** Starts a demo in a temporary folder. `stop` deletes the folder. */
async function startDemo(port: string) {
  const folder = await mkdtemp(join(tmpdir(), 'winkel-screenshots-'))
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, 'run.mjs'), join(import.meta.dirname, '../cli/main.ts'), 'demo'],
    {
      env: { ...process.env, PORT: port, PUBLIC_URL: '', DEMO_DATA_DIR: folder },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const stop = async () => {
    child.kill('SIGTERM')
    await exited
    await rm(folder, { recursive: true, force: true })
  }
  let output = ''
  for await (const chunk of child.stdout) {
    output += chunk
    if (output.includes('The demo is ready')) return { url: `http://localhost:${port}`, stop }
  }
  await stop()
  throw new Error('The demo did not start.')
}

type Cookies = Awaited<ReturnType<APIRequestContext['storageState']>>

/** The cookies of each visitor. The sign-up of the beginner has reached the choice of a plan. */
async function signInVisitors(baseURL: string): Promise<Record<Visitor, Cookies>> {
  const createContext = () => request.newContext({ baseURL, extraHTTPHeaders: { 'sec-fetch-site': 'same-origin' } })
  const [nobody, beginner, owner] = await Promise.all([createContext(), createContext(), createContext()])
  const { email, password, firstname, lastname } = OWNER
  await call(owner, 'POST', '/api/v1/session', { email, password })
  const credentials = { email: `${crypto.randomUUID()}@karoopantry.co.za`, password }
  const [{ sitename, location }] = SHOPS
  await call(beginner, 'POST', '/api/functions/create-user', credentials)
  await call(beginner, 'POST', '/api/v1/signup', { ...credentials, firstname, lastname })
  await call(beginner, 'POST', '/api/rpc/rpc_create_business', BUSINESS)
  await call(beginner, 'PUT', '/api/v1/signup/site', { sitename, location })
  return { nobody: await nobody.storageState(), beginner: await beginner.storageState(), owner: await owner.storageState() }
}

async function call(context: APIRequestContext, method: string, path: string, data: object) {
  const response = await context.fetch(path, { method, data })
  if (!response.ok()) throw new Error(`${path} answered ${response.status()}: ${await response.text()}`)
}

async function takePicture(browser: Browser, { path, title, open }: Screen, look: keyof typeof LOOKS, storageState: Cookies) {
  const context = await browser.newContext({
    ...LOOKS[look],
    baseURL: demo.url,
    storageState,
    locale: 'en-ZA',
    timezoneId: 'Africa/Johannesburg',
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await waitUntilLoaded(page)
  await open?.(page)
  await waitUntilLoaded(page)
  // Removes the focus ring of the first field and the tooltip under the mouse.
  await page.mouse.move(0, 0)
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    scrollTo(0, 0) // a click may have scrolled
  })
  const picture = await takeStillPicture(page)
  await context.close()
  return picture
}

async function waitUntilLoaded(page: Page) {
  await expect(page.locator('[aria-busy=true], .mantine-Skeleton-root')).toHaveCount(0)
  await page.evaluate(() => document.fonts.ready)
}

/** Takes pictures until two in a row are the same. */
async function takeStillPicture(page: Page) {
  const browser = await page.context().newCDPSession(page)
  // Twice the pixel density, set by the clip because this command ignores the density of the context.
  const clip = { x: 0, y: 0, ...(page.viewportSize() ?? { width: 0, height: 0 }), scale: 2 }
  let [before, now] = ['', '']
  await expect(async () => {
    before = now
    now = (await browser.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY, clip })).data
    expect(now).toBe(before)
  }).toPass({ intervals: [200] })
  return Buffer.from(now, 'base64')
}

async function choosePlan(page: Page) {
  await page.getByRole('radio', { name: 'High Street' }).check()
}

/** The newest sale with more than two lines. */
async function openSale(page: Page) {
  const views = page.getByRole('button', { name: /^View sale/ })
  for (let nth = 0; nth < (await views.count()); nth++) {
    await views.nth(nth).click()
    await waitUntilLoaded(page)
    if ((await page.getByRole('table', { name: 'Items' }).getByRole('row').count()) > 4) return
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  throw new Error('no sale on the first page has three lines')
}

async function openTills(page: Page, { sitename }: { sitename: string } = SHOPS[1]) {
  const menu = page.getByRole('button', { name: `Actions for ${sitename}` })
  if (await menu.isVisible()) await menu.click()
  const name = `Tills ${sitename}`
  await page.getByRole('button', { name }).or(page.getByRole('menuitem', { name })).click()
  await expect(page.getByRole('dialog')).toBeVisible()
}

/** Makes the browser a till, and puts three products into the basket. */
async function sellAtTill(page: Page) {
  await openTills(page, SHOPS[0])
  await page.getByRole('button', { name: 'Use this device as a till' }).click()
  await page.getByLabel('Sign me out on this device').uncheck()
  await page.getByRole('button', { name: 'Start the till' }).click()
  await page.getByRole('button', { name: 'Aisha Adams' }).click()
  await expect(page.getByRole('button', { name: 'OK' })).toBeVisible()
  await page.keyboard.type(TILL_PINS.seller)
  await page.keyboard.press('Enter')
  await page.getByLabel('Float in rand').fill('500')
  await page.keyboard.press('Enter')
  for (const nth of [0, 2, 2, 5]) await page.locator('.tile').nth(nth).click()
  const basket = page.getByRole('button', { name: /^Basket/ })
  if (await basket.isVisible()) await basket.click()
}

async function payAtTill(page: Page) {
  await sellAtTill(page)
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cash' }).click()
}
