import type { ReactNode } from 'react'
import { database, writeValue } from '../device/database.ts'
import { useLive } from '../device/use-live.ts'
import { countUnsent } from '../pairing.ts'

type Props = { title: string; children?: ReactNode; isBusy?: boolean; onRetry?: () => void }

/** A page with one message. */
export const MessageScreen = ({ title, children, isBusy = false, onRetry }: Props) => (
  <main className="message-screen" aria-busy={isBusy || undefined}>
    <h1>{title}</h1>
    {children && <p>{children}</p>}
    {onRetry && (
      <button type="button" className="button filled" onClick={onRetry}>
        Try again
      </button>
    )}
  </main>
)

/** The key of the till was revoked. What was not sent stays on the device. */
export function EndedScreen({ message, name }: { message: string; name: string }) {
  const unsent = useLive(countUnsent)
  const download = async () => {
    const sales = await database.sales.where('state').notEqual('sent').toArray()
    const text = sales.map(({ sale }) => JSON.stringify(sale)).join('\n')
    const link = document.createElement('a')
    link.href = URL.createObjectURL(new Blob([text], { type: 'application/jsonl' }))
    link.download = 'unsent-sales.jsonl'
    link.click()
    URL.revokeObjectURL(link.href)
  }
  return (
    <MessageScreen title={`${name} is disconnected`} onRetry={() => void writeValue('ended', '')}>
      {message}{' '}
      {unsent
        ? `${unsent} sales and drawer movements are not sent. They stay on this device, and are sent when it is connected to the same site again.`
        : 'Everything that was sold is in Winkel.'}{' '}
      To sell again, open <a href="/sites">Sites</a> on this device and press ‘Use this device as a till’.
      {unsent ? (
        <>
          {' '}
          <button type="button" className="button" onClick={() => void download()}>
            Download unsent sales
          </button>
        </>
      ) : null}
    </MessageScreen>
  )
}
