import { useEffect, useState } from 'react'
import { createCatalogue } from './device/catalogue.ts'
import { readValue, type Values } from './device/database.ts'
import { useLive } from './device/use-live.ts'
import { logFault } from './log-fault.ts'
import { type PairingResult, takePairing } from './pairing.ts'
import { EndedScreen, MessageScreen } from './screens/message-screens.tsx'
import { WorkScreen } from './screens/work-screen.tsx'
import { createSync, type Sync } from './sync/sync.ts'
import { type Till, TillContext } from './till-context.ts'
import { useTillLock } from './use-till-lock.ts'

/** One for each window: the products are read while a seller signs in. */
const catalogue = createCatalogue()

export function TillApp() {
  if (!isSecureContext || !navigator.locks || !window.indexedDB)
    return (
      <MessageScreen title="This browser cannot be a till">
        Open Winkel over https, in a current Chrome, Edge, Firefox or Safari. Private windows keep no sales.
      </MessageScreen>
    )
  return <LockedApp />
}

function LockedApp() {
  const hasLock = useTillLock()
  if (!hasLock)
    return (
      <MessageScreen title="The till is open in another window">
        One window sells, so that no number is used twice. Close the other window to go on here.
      </MessageScreen>
    )
  return <PairedApp />
}

function PairedApp() {
  const [result, setResult] = useState<PairingResult | 'failed'>()
  useEffect(() => {
    takePairing().then(setResult, (error: unknown) => {
      logFault(error)
      setResult('failed')
    })
  }, [])
  const stored = useLive(readStored, result)

  if (result === undefined || stored === undefined) return <MessageScreen title="Loading..." isBusy />
  if (typeof result === 'object')
    return (
      <MessageScreen title={`${result.unsent} sales are not sent yet`}>
        This device was a till of {result.sitename}, and has sales that Winkel does not have. Connect it to {result.sitename}{' '}
        again, so that they are sent. Then it can become a till of another site.
      </MessageScreen>
    )
  if (result === 'failed' && !stored.pairing)
    return (
      <MessageScreen title="Winkel does not answer" onRetry={() => location.reload()}>
        The till needs the network once, to get its products and people.
      </MessageScreen>
    )
  if (!stored.pairing || !stored.setup)
    return (
      <MessageScreen title="This device is not a till yet">
        Sign in to Winkel on this device, open <a href="/sites">Sites</a>, choose Tills at your site, and press ‘Use this device
        as a till’.
      </MessageScreen>
    )
  if (stored.ended) return <EndedScreen message={stored.ended} name={stored.pairing.name} />
  return <RunningApp pairing={stored.pairing} setup={stored.setup} />
}

const readStored = async (): Promise<Partial<Values>> =>
  ({
    pairing: await readValue('pairing'),
    setup: await readValue('setup'),
    ended: await readValue('ended'),
  }) as Partial<Values>

function RunningApp({ pairing, setup }: Pick<Till, 'pairing' | 'setup'>) {
  const { key } = pairing
  const [sync, setSync] = useState<Sync>()
  useEffect(() => {
    const started = createSync(key, catalogue)
    setSync(started)
    // What the device has is shown before the server is asked.
    void catalogue.load().catch(logFault).then(started.start)
    return started.stop
  }, [key])
  if (!sync) return <MessageScreen title="Loading..." isBusy />
  return (
    <TillContext value={{ pairing, setup, catalogue, sync }}>
      <WorkScreen />
    </TillContext>
  )
}
