import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** Objects in one answer of a listing. S3 has a thousand. */
const PAGE = 5

/**
 * A bucket named shop, as S3 speaks over HTTP: signed requests, whole objects by path, listings in pages, an XML error for what is not
 * there. It has no room for the paths that `isFull` knows.
 */
export async function bucketServer(isFull: (path: string) => boolean = () => false) {
  const objects = new Map<string, Buffer>()
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(String(request.url), 'http://localhost')
    if (!request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 Credential=key/')) return response.writeHead(403).end()
    const body = await buffer(request)
    if (request.method === 'PUT' && isFull(pathname)) return response.writeHead(507).end()
    if (request.method === 'PUT') objects.set(pathname, body)
    if (request.method === 'DELETE') objects.delete(pathname)
    if (request.method !== 'GET') return response.writeHead(request.method === 'PUT' ? 200 : 204).end()
    if (searchParams.has('list-type')) return response.writeHead(200, XML).end(listPage(objects, searchParams))
    const object = objects.get(pathname)
    if (object) response.end(object)
    else response.writeHead(404, XML).end('<Error><Code>NoSuchKey</Code></Error>')
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

const XML = { 'content-type': 'application/xml' }

/** The objects with the prefix; with a delimiter only those that are in no folder below it. */
function listPage(objects: Map<string, Buffer>, parameters: URLSearchParams) {
  const prefix = parameters.get('prefix') ?? ''
  const start = Number(parameters.get('continuation-token') ?? 0)
  const all = [...objects]
    .map(([path, { length }]) => ({ key: path.replace('/shop/', ''), length }))
    .filter(({ key }) => key.startsWith(prefix) && !(parameters.get('delimiter') && key.slice(prefix.length).includes('/')))
  const end = start + PAGE
  const contents = all.slice(start, end).map(({ key, length }) => `<Contents><Key>${key}</Key><Size>${length}</Size></Contents>`)
  const next = end < all.length ? `<IsTruncated>true</IsTruncated><NextContinuationToken>${end}</NextContinuationToken>` : ''
  return `<ListBucketResult>${contents.join('')}${next}</ListBucketResult>`
}
