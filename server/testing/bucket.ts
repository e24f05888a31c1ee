import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/**
 * A bucket named shop, as S3 speaks over HTTP: signed requests, whole objects by path, an XML error for what is not there. It has no
 * room for the paths that `isFull` knows.
 */
export async function bucketServer(isFull: (path: string) => boolean = () => false) {
  const objects = new Map<string, Buffer>()
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(String(request.url), 'http://localhost')
    if (!request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 Credential=key/')) return response.writeHead(403).end()
    const body = await buffer(request)
    if (request.method === 'PUT' && isFull(pathname)) return response.writeHead(507).end()
    if (request.method === 'PUT') objects.set(pathname, body)
    if (request.method === 'DELETE') objects.delete(pathname)
    if (request.method !== 'GET') return response.writeHead(request.method === 'PUT' ? 200 : 204).end()
    const object = objects.get(pathname)
    if (object) response.end(object)
    else response.writeHead(404, { 'content-type': 'application/xml' }).end('<Error><Code>NoSuchKey</Code></Error>')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = () =>
    new Promise((done) => {
      server.close(done)
      server.closeAllConnections()
    })
  return { objects, close, filesUrl: `s3+http://key:se%2Fcret@127.0.0.1:${(server.address() as AddressInfo).port}/shop` }
}
