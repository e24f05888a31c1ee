import type { Notice, NoticeKind } from '../../../contract/notices.ts'
import { WEEKDAYS } from '../../../contract/shared/names.ts'
import { pluralize } from '../../lib/format/money.ts'

export const NOTICE_NAMES: Record<NoticeKind, string> = {
  daily: 'Daily summary',
  weekly: 'Weekly summary',
  low_stock: 'Low stock',
  silent_till: 'Tills that stopped sending',
}

export const NOTICE_CONTENTS: Record<NoticeKind, string> = {
  daily: 'Yesterday by site, with cash-ups, low stock and tills that stopped sending',
  weekly: 'The last seven days, compared with those before',
  low_stock: 'Products newly low on stock, at most once a day',
  silent_till: 'A daily till has sent nothing for a day',
}

export const formatHour = (hour: number) => `${String(hour).padStart(2, '0')}:00`

/** 'Each day at 07:00 · All sites'. */
export function describeNotice({ kind, is_on, hour, weekday, sites }: Notice) {
  if (!is_on) return 'Off'
  const times: Record<NoticeKind, string> = {
    daily: `Each day at ${formatHour(hour)}`,
    weekly: `Each ${WEEKDAYS[weekday - 1]} at ${formatHour(hour)}`,
    low_stock: `From ${formatHour(hour)} on`,
    silent_till: 'At any time',
  }
  return `${times[kind]} · ${sites.length === 0 ? 'All sites' : pluralize(sites.length, 'site')}`
}
