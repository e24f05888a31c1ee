import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import type { ClientConfig } from 'pg'

/**
 * A TCP proxy in front of the database. `cut` closes every connection and refuses new ones. `freeze` forwards nothing and closes
 * nothing. `forget` is a firewall that lost its state: it drops the packets of the open connections, also those that close them,
 * and accepts new ones.
 */
export async function createDatabaseProxy({ host, port }: ClientConfig) {
  const database = host?.startsWith('/') ? { path: join(host, `.s.PGSQL.${port}`) } : { host, port: Number(port) }
  const ends = new Set<Socket>()
  const forgotten = new Set<Socket>()
  let isFrozen = false
  const hold = (socket: Socket) => {
    ends.add(socket.on('error', () => undefined).on('close', () => ends.delete(socket)))
    if (isFrozen) socket.pause()
  }
  const listener = createServer((near) => {
    const far = connect(database)
    near.pipe(far).pipe(near)
    near.on('close', () => forgotten.has(near) || far.destroy())
    far.on('close', () => forgotten.has(far) || near.destroy())
    hold(near)
    hold(far)
  })
  const open = async (port = 0) => {
    await once(listener.listen(port, '127.0.0.1'), 'listening')
    return (listener.address() as AddressInfo).port
  }
  const near = await open()
  return {
    near: { host: '127.0.0.1', port: near },
    cut() {
      listener.close()
      for (const end of ends) end.destroy()
    },
    freeze() {
      isFrozen = true
      for (const end of ends) end.pause()
    },
    forget() {
      for (const end of ends) {
        forgotten.add(end)
        end.unpipe().resume()
      }
    },
    async repair() {
      isFrozen = false
      for (const end of ends) end.resume()
      if (!listener.listening) await open(near)
    },
    close() {
      listener.close()
      for (const end of ends) end.destroy()
    },
  }
}
