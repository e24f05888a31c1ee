import { openStore } from '../open-store.ts'

// A server of nothing but its store, in a process of its own, for tests that kill it. It says 'open' once, and why it could not.
const [dataDir = '', databaseUrl, databaseOwnerUrl] = process.argv.slice(2)
const print = (_fields: object, message: string) => console.log(message)
try {
  const store = await openStore({ dataDir, databaseUrl, databaseOwnerUrl, log: { info: print, warn: print, error: print } })
  process.once('SIGTERM', () => void store.close())
  console.log('open')
} catch (error) {
  console.log(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
