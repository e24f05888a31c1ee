import sharp from 'sharp'
import { defineDrill } from './lib/drill.ts'
import { S3_SERVER, startS3Server, TEST_BUCKET } from './lib/s3-server.ts'
import { startServerProcess } from './lib/server-process.ts'
import { createProduct, signUpShop } from './lib/shop.ts'

export default defineDrill({
  description: `pictures are kept in a bucket of an S3 server program (${S3_SERVER}), and its absence is a 503`,
  options: { server: S3_SERVER },
  tiny: { server: TEST_BUCKET },
  async run(context) {
    const { options, figure, promise } = context
    const s3 = await startS3Server(context, options.server)
    const server = await startServerProcess(context, {
      environment: { FILES_URL: s3.bucketUrl },
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
