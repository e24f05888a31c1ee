import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { Client } from 'pg'
import { findOwnerConnection } from '../db/embedded/find-owner-connection.ts'
import { createClient, createTill, newCredentials } from '../server/testing/clients.ts'
import { CHROMIUM_ARGS, chromiumPath, ensureChromium } from '../tools/find-chromium.ts'
import { defineDrill } from './lib/drill.ts'
import { type ServerProcess, startServerProcess } from './lib/server-process.ts'
import { toClientServer } from './lib/shop.ts'

const PAYLOADS = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '"><svg onload=alert(1)>',
  "'-alert(1)-'</style><iframe srcdoc=x>",
  'javascript:alert(1)',
  '{{constructor.constructor("alert(1)")()}}',
]

/** The database refuses scripts as links; this one would only leave its attribute. */
const LINK = 'https://winkel.example/"onmouseover="alert(1)'

declare global {
  interface Window {
    violations?: string[]
  }
}

type Visit = { path: string; title: string; open?: (page: Page) => Promise<void> }

export default defineDrill({
  description: 'script payloads in every text field, every screen visited in Chromium: no dialog, no CSP report, no error',
  options: { payloads: PAYLOADS.length },
  tiny: { payloads: 1 },
  async run(context) {
    const { options, figure, promise, progress, onFinished } = context
    ensureChromium()
    const server = await startServerProcess(context)
    await server.waitUntilReady()
    const database = new Client(await findOwnerConnection(server.dataDir))
    await database.connect()
    onFinished(() => database.end())
    // Playwright would end this process at a signal, before the server is stopped.
    const signals = { handleSIGHUP: false, handleSIGINT: false, handleSIGTERM: false }
    const launching = chromium.launch({ executablePath: chromiumPath(), args: CHROMIUM_ARGS, ...signals })
    onFinished(async () => (await launching).close())
    const browser = await launching

    const faults: string[] = []
    let visits = 0
    const payloads = PAYLOADS.slice(0, options.payloads)
    for (const payload of payloads) {
      progress(payload)
      const { owner, saleid } = await fillShop(server, database, payload)
      const browserContext = await browser.newContext({ locale: 'en-ZA', viewport: { width: 1440, height: 900 } })
      const cookies = [...owner.cookies].map(([name, value]) => ({ name, value, url: server.url }))
      await browserContext.addCookies(cookies)
      const page = await watchPage(browserContext, (fault) => faults.push(`${payload}: ${fault}`))
      for (const visit of listVisits(payload, saleid)) {
        const fault = await visitPage(page, server.url, visit, payload)
        if (fault) faults.push(`${payload}: ${visit.path}: ${fault}`)
        visits++
      }
      await browserContext.close()
    }
    figure('payloads', payloads.length)
    figure('screens and dialogs visited', visits)
    promise('no dialog, no CSP report and no error, and every screen shows the payload as text', faults.length === 0, faults)
    const refusal = await database
      .query(`insert into announcements (message, link_value) values ('x', 'javascript:alert(1)')`)
      .catch((error: Error) => error.message)
    promise('the database refuses a script as a link', String(refusal).includes('announcements__link_value'), refusal)
  },
})

/** A business with the payload in every text that a user, a till or an operator can write. */
async function fillShop(server: ServerProcess, database: Client, payload: string) {
  const clientServer = toClientServer(server)
  const owner = createClient(clientServer)
  const credentials = newCredentials(clientServer)
  await owner.api.signup.createUser(credentials)
  await owner.api.signup.start({ ...credentials, firstname: payload, lastname: payload })
  const businessid = await owner.api.rpc_create_business({ p_name: payload, p_reg: payload })
  const { siteid } = await owner.api.signup.createSite({ sitename: payload, location: payload })
  await owner.api.signup.choosePlan({ subscriptionid: 1 })
  await owner.api.signup.finish()
  const texts = { productname: payload, barcode: payload, category: payload, supplier: payload, description: payload }
  const { productid } = await owner.api.products.create({ siteid, ...texts, price: 1, purchaseprice: 1, stock: 5 })
  await owner.api.employees.create({
    ...newCredentials(clientServer),
    firstname: payload,
    lastname: 'Disabled',
    position: 'Employee',
    hiredate: null,
    siteid,
    isenabled: false,
    disablereason: payload,
  })
  const till = await createTill(clientServer, { api: owner.api, siteid })
  await owner.api.tills.create({ siteid, name: payload })
  const { body } = await till.push([
    {
      reference: payload,
      saledate: new Date().toISOString(),
      payment_method: payload.slice(0, 40),
      items: [{ productid, quantity: 1 }],
    },
  ])
  await database.query('insert into announcements (message, link_title, link_value) values ($1, $1, $2)', [payload, LINK])
  await database.query('insert into support_tickets (businessid, subject, status) values ($1, $2, $3)', [
    businessid,
    payload,
    payload.slice(0, 40),
  ])
  return { owner, saleid: Number(body.sales[0].saleid) }
}

/** A page that reports every dialog, every violation of the content security policy and every error. */
async function watchPage(browserContext: BrowserContext, report: (fault: string) => void) {
  await browserContext.addInitScript(() => {
    window.violations = []
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      window.violations?.push(`${violatedDirective} ${blockedURI}`),
    )
  })
  const page = await browserContext.newPage()
  page.on('dialog', async (dialog) => {
    report(`dialog ${dialog.message()}`)
    await dialog.dismiss()
  })
  page.on('pageerror', (error) => report(`error ${error.message}`))
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) report(message.text())
  })
  return page
}

function listVisits(payload: string, saleid: number): Visit[] {
  const search = encodeURIComponent(payload)
  const open =
    (name: string, nth = 0) =>
    async (page: Page) => {
      await page.getByRole('button', { name }).nth(nth).click()
      await page.getByRole('dialog').waitFor()
    }
  return [
    { path: '/dashboard', title: 'Dashboard' },
    { path: '/products', title: 'Products' },
    { path: `/products?q=${search}`, title: 'Products' },
    { path: '/products', title: 'Products', open: open(`Edit ${payload}`) },
    { path: '/products', title: 'Products', open: open(`Delete ${payload}`) },
    { path: '/sales', title: 'Sales' },
    { path: `/sales?q=${search}`, title: 'Sales' },
    { path: '/sales', title: 'Sales', open: open(`View sale ${saleid}`) },
    { path: '/employees', title: 'Employees' },
    { path: `/employees?q=${search}`, title: 'Employees' },
    { path: '/employees', title: 'Employees', open: open('Edit ', 1) },
    { path: '/employees', title: 'Employees', open: open('Delete ', 1) },
    { path: '/sites', title: 'Sites' },
    { path: `/sites?q=${search}`, title: 'Sites' },
    { path: '/sites', title: 'Sites', open: open(`Edit ${payload}`) },
    { path: '/sites', title: 'Sites', open: open(`Delete ${payload}`) },
    { path: '/sites', title: 'Sites', open: open('Tills') },
  ]
}

/** Opens a screen and waits until it shows the payload; returns what is wrong. */
async function visitPage(page: Page, url: string, { path, title, open }: Visit, payload: string) {
  await page.goto(`${url}${path}`)
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
  const hasPayload = (text: string) => {
    const fields = [...document.querySelectorAll<HTMLInputElement>('input, textarea')].map(({ value }) => value)
    return [document.body.innerText, ...fields].some((shown) => shown.includes(text))
  }
  try {
    await open?.(page)
    await page.waitForFunction(hasPayload, payload)
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
  return (await page.evaluate(() => window.violations ?? [])).join(', ')
}
