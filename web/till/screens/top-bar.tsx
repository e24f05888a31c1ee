import {
  IconCash,
  IconClipboardList,
  IconCloudCheck,
  IconCloudOff,
  IconLogout2,
  IconPlayerPause,
  IconReceipt,
} from '@tabler/icons-react'
import { memo } from 'react'
import { getFullName } from '../../lib/format/full-name.ts'
import { pluralize } from '../../lib/format/money.ts'
import { database, type SendState } from '../device/database.ts'
import { useLive } from '../device/use-live.ts'
import { retryRefused } from '../sync/send.ts'
import { useSeller, useSyncState, useTill } from '../till-context.ts'

type Props = { onOpen: (what: 'parked' | 'receipts' | 'drawer') => void; onSignOut: () => void }

/** Where one sells, what waits, and the ways to everything beside the sale. */
export const TopBar = memo(function TopBar({ onOpen, onSignOut }: Props) {
  const { setup, pairing } = useTill()
  const seller = useSeller()
  const parked = useLive(() => database.parked.count()) ?? 0
  return (
    <header className="top-bar">
      <h1>
        {setup.site.sitename} <span className="grey">{pairing.name}</span>
      </h1>
      <SendStatus />
      <nav aria-label="Till">
        <button type="button" className="tool" onClick={() => onOpen('parked')}>
          <IconPlayerPause size={20} aria-hidden />
          <span>{parked > 0 ? `Parked · ${parked}` : 'Parked'}</span>
        </button>
        <button type="button" className="tool" onClick={() => onOpen('receipts')}>
          <IconReceipt size={20} aria-hidden />
          <span>Receipts</span>
        </button>
        <button type="button" className="tool" onClick={() => onOpen('drawer')}>
          <IconCash size={20} aria-hidden />
          <span>Drawer</span>
        </button>
        <button type="button" className="tool" aria-label={`Sign out ${getFullName(seller)}`} onClick={onSignOut}>
          <IconLogout2 size={20} aria-hidden />
          <span>Sign out {seller.firstname}</span>
        </button>
      </nav>
    </header>
  )
})

const countAll = async (of: { state: SendState }) =>
  (await database.sales.where(of).count()) + (await database.movements.where(of).count())

/** Whether the back office has everything. */
function SendStatus() {
  const { sync } = useTill()
  const { isOnline, problem } = useSyncState()
  const counts = useLive(async () => ({
    waiting: await countAll({ state: 'waiting' }),
    refused: await countAll({ state: 'refused' }),
    refusedSales: await database.sales.where({ state: 'refused' }).count(),
  }))
  const { waiting = 0, refused = 0, refusedSales = 0 } = counts ?? {}
  const Icon = refused > 0 ? IconClipboardList : isOnline === false ? IconCloudOff : IconCloudCheck
  const text =
    refused > 0
      ? `${pluralize(refused, refusedSales === refused ? 'sale' : 'entry')} refused`
      : isOnline === false
        ? waiting > 0
          ? `Offline · ${waiting} to send`
          : 'Offline'
        : waiting > 0
          ? `${waiting} to send`
          : 'All sent'
  const retry = async () => {
    await retryRefused()
    sync.hurry()
  }
  return (
    <>
      <button
        type="button"
        className="send-status"
        data-state={refused > 0 ? 'refused' : isOnline === false ? 'offline' : 'online'}
        title={problem ? `Send now. ${problem}` : 'Send now'}
        onClick={() => void retry()}
      >
        <Icon size={18} aria-hidden />
        <span>{text}</span>
      </button>
      <p className="visually-hidden" role="status">
        {text}
      </p>
    </>
  )
}
