/** The programs whose files Winkel writes. */
export const PROGRAMS = ['xero', 'sage', 'quickbooks'] as const
export type Program = (typeof PROGRAMS)[number]

export const PROGRAM_NAMES: Record<Program, string> = {
  xero: 'Xero',
  sage: 'Sage Accounting',
  quickbooks: 'QuickBooks Online',
}

export const ACCOUNTING_MAX_DAYS = 366

/** Xero imports no more rows at a time. */
export const XERO_MAX_LINES = 300
