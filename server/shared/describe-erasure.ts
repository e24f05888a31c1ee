import { formatDay } from './format-day.ts'

const DAY_MS = 24 * 3600 * 1000

/** When no backup of the server has any more what is erased at that time. Empty where it makes none. */
export const findBackupsEnd = (erasedAt: Date, backupDays: number | undefined) =>
  backupDays === undefined ? {} : { backups_end_at: new Date(erasedAt.getTime() + backupDays * DAY_MS) }

type Erasure = { erase_at: Date; backups_end_at?: Date; timezone: string }

/** For mails: when the data of a closed business is erased, and when no backup has it any more. */
export const describeErasure = ({ erase_at, backups_end_at, timezone }: Erasure) =>
  [
    `All of its data is erased on ${formatDay(erase_at, timezone)}.`,
    backups_end_at && `Backups of the server have it until ${formatDay(backups_end_at, timezone)} at the latest.`,
  ]
    .filter(Boolean)
    .join(' ')
