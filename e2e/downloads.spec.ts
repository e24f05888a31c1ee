import { createServer, request as sendRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, expectAccessible, test } from './fixtures.ts'

/** Passes requests on to the server, and breaks the connection in the middle of each file while `isBroken`. */
async function openRelay(server: string) {
  const state = { isBroken: true, encodings: [] as string[] }
  const relay = createServer((request, response) => {
    const { method, headers, url = '' } = request
    const passed = sendRequest(new URL(url, server), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
      if (!state.isBroken || !/\.csv|\/export\/file/.test(url)) return void answer.pipe(response)
      state.encodings.push(answer.headers['transfer-encoding'] ?? `length ${answer.headers['content-length']}`)
      answer.once('data', (chunk: Buffer) => {
        answer.destroy()
        response.write(chunk.subarray(0, chunk.length / 2), () => response.destroy())
      })
    })
    passed.on('error', () => response.destroy())
    response.on('close', () => passed.destroy())
    request.pipe(passed)
  })
  await new Promise<void>((resolve) => relay.listen(0, resolve))
  const close = () => {
    relay.close()
    relay.closeAllConnections()
  }
  return { state, close, url: `http://localhost:${(relay.address() as AddressInfo).port}` }
}

test('download: of a list and of lines to correct saves nothing when the connection breaks; that of all data is left to the browser', async ({
  owner,
  page,
  baseURL,
}) => {
  await owner.addProduct({ productname: 'Rooibos tea', price: 39.99 })
  const relay = await openRelay(baseURL ?? '')
  const saved: string[] = []
  page.on('download', (file) => saved.push(file.suggestedFilename()))
  try {
    await page.goto(`${relay.url}/products`)
    await page.getByRole('button', { name: 'Export CSV' }).click()
    await expect(page.getByRole('alert')).toContainText(
      'Export failed. Connection lost before the file was complete. Nothing was saved.',
    )
    await page.getByRole('button', { name: 'Import CSV' }).click()
    const dialog = page.getByRole('dialog')
    const file = { name: 'mine.csv', mimeType: 'text/csv', buffer: Buffer.from('Product,Price\nJam,\n') }
    await dialog.getByLabel('CSV or Excel file').setInputFiles(file)
    await dialog.getByRole('button', { name: 'Download 1 line to fix' }).click()
    await expect(dialog.getByRole('alert')).toContainText('Could not download the lines. Please try again.')
    await expectAccessible(page)
    expect(relay.state.encodings, 'broken without and with a known length').toEqual([
      'chunked',
      expect.stringMatching(/^length \d+$/),
    ])
    expect(saved).toEqual([])

    relay.state.isBroken = false
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(() => saved).toEqual(['products-not-imported.csv'])
    await expect(dialog.getByRole('alert')).toHaveCount(0)

    relay.state.isBroken = true
    await page.goto(`${relay.url}/settings/data`)
    await page.getByRole('button', { name: 'Prepare file' }).click()
    const link = page.getByRole('link', { name: 'Download', exact: true })
    const [broken] = await Promise.all([page.waitForEvent('download'), link.click()])
    expect(await broken.failure()).not.toBeNull()
    relay.state.isBroken = false
    const [whole] = await Promise.all([page.waitForEvent('download'), link.click()])
    expect(await whole.failure()).toBeNull()
  } finally {
    relay.close()
  }
})
