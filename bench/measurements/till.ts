import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { type Browser, chromium, type Page } from '@playwright/test'
import { CHROMIUM_ARGS, chromiumPath } from '../../tools/find-chromium.ts'
import { readPageDatabase } from '../../tools/read-page-database.ts'
import { createOwner, deleteBusiness } from '../datasets/businesses.ts'
import { fillSitesAndProducts } from '../datasets/sites-and-products.ts'
import { connectWithoutTriggers } from '../lib/database.ts'
import { measureTime, summarize } from '../lib/timing.ts'
import { GOALS } from '../report/goals.ts'
import { fromTiming } from '../report/report.ts'
import type { BenchContext } from './context.ts'

/** A tablet of a small shop: this many times slower than here. */
const SLOWER = 6
const PIN = '2580'

/** The till at /till in a browser, with the products of a supermarket. The business is deleted afterwards. */
export async function measureTill({ server, db, size, timer, report }: BenchContext) {
  const products = size.importedProducts
  const { businessid, owner } = await createOwner(server, `${randomBytes(4).toString('hex')}@karoopantry.co.za`)
  const browser = await chromium.launch({ executablePath: chromiumPath() ?? '', args: CHROMIUM_ARGS })
  try {
    const filling = await connectWithoutTriggers(server.superuser)
    await fillSitesAndProducts(filling, businessid, { sites: 1, employees: 1, products })
    await filling.query('vacuum analyze')
    await filling.end()
    const { rows } = await db.query<{ siteid: number; employeeid: number; barcode: string }>(
      `select siteid, barcode, (select max(employeeid) from employee e where e.businessid = p.businessid and e.siteid = p.siteid) as employeeid
         from product p where businessid = $1 and barcode <> '' order by productid desc limit 1`,
      [businessid],
    )
    const [row] = rows
    if (!row) throw new Error('the site has no product')
    const pin = JSON.stringify({ pin: PIN })
    await owner.fetch(`/api/v1/employees/${row.employeeid}/pin`, { method: 'PUT', body: pin })
    const { key, till } = await owner.post(`/api/v1/sites/${row.siteid}/tills`, { name: 'Till' })
    const pairing = JSON.stringify({ key, tillid: till.tillid, name: till.name })

    const name = `a till with ${products.toLocaleString('en')} products`
    const readPlainly = () =>
      db.query(
        `select productid, productname, barcode, further_barcodes, category, price, vat_code, picture from product
          where businessid = $1 and archived_at is null order by productid`,
        [businessid],
      )
    const runs = Math.min(5, timer.limitRuns(5))
    const synced: number[] = []
    const plain: number[] = []
    let page: Page | undefined
    for (let run = 0; run < runs; run++) {
      await page?.context().close()
      page = await pair(browser, server.url, pairing)
      await waitForProducts(page)
      synced.push(await page.evaluate(() => performance.now()))
      plain.push(await measureTime(readPlainly))
    }
    if (!page) throw new Error('no run')
    report.addTiming(`${name}: first sync`, summarize(synced), {
      baseline: fromTiming('the rows read with SQL', summarize(plain)),
      goal: GOALS.tillSync,
    })

    const session = await page.context().newCDPSession(page)
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    await page.context().setOffline(true)
    const opened: number[] = []
    for (let run = 0; run < runs; run++) {
      await page.reload()
      await page.waitForFunction(() => 'openedAt' in window)
      opened.push(await page.evaluate(() => (window as unknown as { openedAt: number }).openedAt))
    }
    report.addTiming(`${name}: opened without a network`, summarize(opened), { goal: GOALS.tillOpened })

    await signIn(page)
    const addedRuns = timer.limitRuns(30)
    const taps = await page.evaluate(measureTaps, { runs: addedRuns, barcode: '' })
    const scans = await page.evaluate(measureTaps, { runs: addedRuns, barcode: row.barcode })
    report.addTiming(`${name}: tap to line`, summarize(taps.added), {
      baseline: fromTiming('an element added to the page', summarize(taps.plain)),
      goal: GOALS.tillTap,
    })
    report.addTiming(`${name}: scan to line`, summarize(scans.added), {
      baseline: fromTiming('an element added to the page', summarize(scans.plain)),
      goal: GOALS.tillScan,
    })
  } finally {
    await browser.close()
    await deleteBusiness(server, businessid)
  }
}

/** The page of a device that was just made a till. `openedAt` is when a seller can be chosen, in milliseconds after the start. */
async function pair(browser: Browser, url: string, pairing: string) {
  const context = await browser.newContext({ viewport: { width: 1024, height: 768 } })
  const page = await context.newPage()
  await page.addInitScript(() => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector('.person')) return
      ;(window as unknown as { openedAt: number }).openedAt = performance.now()
      observer.disconnect()
    })
    observer.observe(document, { childList: true, subtree: true })
  })
  await page.goto(`${url}/healthz`)
  await page.evaluate((text) => localStorage.setItem('winkel-till-pairing', text), pairing)
  await page.goto(`${url}/till`)
  // The till has made its database.
  await page.waitForFunction(() => 'openedAt' in window)
  return page
}

/** Until the first round of products has ended. */
async function waitForProducts(page: Page) {
  for (;;) {
    const [place] = await readPageDatabase<{ round: { isOpen: boolean } }>(page, 'winkel-till-products', 'places')
    if (place?.round.isOpen === false) return
    await delay(20)
  }
}

async function signIn(page: Page) {
  await page.locator('.person').first().click()
  await page.keyboard.type(PIN)
  await page.keyboard.press('Enter')
  await page.getByLabel('Float in rand').fill('0')
  await page.keyboard.press('Enter')
  await page.locator('.tile').first().waitFor()
}

/** In the page: the times from a tap, or from the last character of a scan, to the frame with the line, and of a plain element. */
async function measureTaps({ runs, barcode }: { runs: number; barcode: string }) {
  const nextFrame = () =>
    new Promise<number>((resolve) => requestAnimationFrame(() => setTimeout(() => resolve(performance.now()))))
  const changed = (element: Element) =>
    new Promise<void>((resolve) => {
      const observer = new MutationObserver(() => {
        observer.disconnect()
        resolve()
      })
      observer.observe(element, { childList: true, subtree: true, characterData: true })
    })
  const lines = document.querySelector('.basket')
  if (!lines) throw new Error('the till has no basket')
  const type = (key: string) => document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
  const added: number[] = []
  const plain: number[] = []
  for (let run = 0; run < runs; run++) {
    const tiles = document.querySelectorAll<HTMLElement>('.tile')
    const shown = changed(lines)
    for (const sign of barcode) type(sign)
    const started = performance.now()
    if (barcode) type('Enter')
    else tiles[run % tiles.length]?.click()
    await shown
    added.push((await nextFrame()) - started)

    const before = performance.now()
    document.body.append(document.createElement('i'))
    plain.push((await nextFrame()) - before)
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  return { added, plain }
}
