import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import sharp from 'sharp'
import { findFreePort } from '../db/embedded/free-port.ts'
import { defineDrill } from './lib/drill.ts'
import { createTemporaryFolder, startServerProcess } from './lib/server-process.ts'
import { createProduct, signUpShop } from './lib/shop.ts'

/** An S3 server on a folder, from the npm registry. It is no dependency of the product. */
const S3_SERVER = 's3rver@3.7.1'
const START_TIMEOUT_MS = 120_000

export default defineDrill({
  description: `pictures are kept in a bucket of an S3 server program (${S3_SERVER}), and its absence is a 503`,
  async run(context) {
    const { figure, promise } = context
    const s3 = await startS3Server(context)
    const server = await startServerProcess(context, {
      environment: { FILES_URL: `s3+http://S3RVER:S3RVER@127.0.0.1:${s3.port}/shop` },
    })
    await server.waitUntilReady()
    const { owner } = await signUpShop(server)
    const productid = await createProduct(owner, 1)
    const path = `/api/v1/products/${productid}/picture`
    const picture = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#183b73' } })
      .png()
      .toBuffer()
    const upload = () =>
      owner.fetch(path, { method: 'PUT', body: new Uint8Array(picture), headers: { 'content-type': 'image/png' } })

    const uploaded = await upload()
    promise('a picture is stored', uploaded.ok, [uploaded.status, await uploaded.text()])
    const read = await owner.fetch(path)
    const bytes = Buffer.from(await read.arrayBuffer())
    const { format, width, height } = await sharp(bytes).metadata()
    figure('picture read back', `${format}, ${width} x ${height}, ${bytes.length} bytes`)
    promise('it is read back as WebP', read.status === 200 && format === 'webp', read.status)
    const objects = await s3.listObjects()
    figure('objects in the bucket', objects.length)
    promise('the bucket has the picture and its thumbnail', objects.length === 2, objects)

    const replaced = await upload()
    promise('a second upload replaces it', replaced.ok && (await s3.listObjects()).length === 2, await s3.listObjects())
    const removed = await owner.fetch(path, { method: 'DELETE' })
    const gone = await owner.fetch(path)
    promise('a removed picture is 404, and leaves the bucket', removed.ok && gone.status === 404, [removed.status, gone.status])
    promise('the bucket is empty then', (await s3.listObjects()).length === 0, await s3.listObjects())

    await upload()
    await s3.stop()
    const away = await owner.fetch(path)
    promise('without the S3 server a picture is 503', away.status === 503, [away.status, await away.text()])
    const sites = await owner.fetch('/api/v1/sites')
    promise('all else works on', sites.status === 200, sites.status)
  },
})

async function startS3Server(context: Parameters<typeof createTemporaryFolder>[0]) {
  const directory = await createTemporaryFolder(context)
  const port = await findFreePort()
  const args = [
    '--directory',
    directory,
    '--address',
    '127.0.0.1',
    '--port',
    String(port),
    '--configure-bucket',
    'shop',
    '--silent',
  ]
  // A process group of its own, because npx starts the program as a child.
  const child = spawn('npx', ['--yes', S3_SERVER, ...args], { stdio: ['ignore', 'inherit', 'inherit'], detached: true })
  const exit = once(child, 'exit')
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null || !child.pid) return
    process.kill(-child.pid, 'SIGTERM')
    await exit
  }
  context.onFinished(stop)
  const url = `http://127.0.0.1:${port}`
  const deadline = Date.now() + START_TIMEOUT_MS
  while (!(await fetch(url).catch(() => undefined))) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(`${S3_SERVER} did not start`)
    await delay(200)
  }
  const listObjects = async () => {
    const files = await readdir(directory, { recursive: true })
    return files.filter((file) => file.endsWith('._S3rver_object'))
  }
  return { port, stop, listObjects }
}
