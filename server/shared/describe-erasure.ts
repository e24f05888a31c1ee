import { formatDay } from './format-day.ts'

type Erasure = { erase_at: Date; backups_end_at?: Date; timezone: string }

/** For mails: when the data of a closed business is erased, and when no backup has it any more. */
export const describeErasure = ({ erase_at, backups_end_at, timezone }: Erasure) =>
  [
    `All of its data is erased on ${formatDay(erase_at, timezone)}.`,
    backups_end_at && `Backups of the server have it until ${formatDay(backups_end_at, timezone)} at the latest.`,
  ]
    .filter(Boolean)
    .join(' ')
