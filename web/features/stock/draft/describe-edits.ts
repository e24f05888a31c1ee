import type { DraftFields, DraftLine } from './draft-form.ts'

const DIRECTIONS: Record<string, string> = { away: 'take away', add: 'add' }

type Names = { sites: { siteid: number; sitename: string }[]; suppliers: { supplierid: number; name: string }[] }

const or = (text: string | undefined) => text || 'nothing'

/** What somebody else changed in a draft, a sentence for each change. */
export function describeEdits(before: DraftFields, now: DraftFields, { sites, suppliers }: Names): string[] {
  const getSite = (id: number | null) => sites.find(({ siteid }) => siteid === id)?.sitename
  const getSupplier = (id: number | null) => suppliers.find(({ supplierid }) => supplierid === id)?.name
  const header: [label: string, before: string | undefined, now: string | undefined][] = [
    ['Site', getSite(before.siteid), getSite(now.siteid)],
    ['To', getSite(before.to_siteid), getSite(now.to_siteid)],
    ['Supplier', getSupplier(before.supplierid), getSupplier(now.supplierid)],
    ['Reference', before.reference, now.reference],
    ['Expected', before.expected_on, now.expected_on],
    ['Note', before.note, now.note],
  ]
  const earlier = new Map(before.lines.map((line) => [line.productid, line]))
  const kept = new Set(now.lines.map(({ productid }) => productid))
  return [
    ...header.flatMap(([label, was, is]) => (was === is ? [] : [`${label}: ${or(was)} → ${or(is)}`])),
    ...now.lines.flatMap((line) => describeLine(earlier.get(line.productid), line)),
    ...before.lines.flatMap((line) => (kept.has(line.productid) ? [] : [`${line.productname}: removed`])),
  ]
}

const VALUES = [
  ['direction', ''],
  ['quantity', ''],
  ['purchaseprice', 'price '],
  ['rejected', 'rejected '],
  ['reason', 'reason '],
] as const satisfies [keyof DraftLine, string][]

function describeLine(before: DraftLine | undefined, now: DraftLine) {
  if (!before) return [`${now.productname}: added, ${now.quantity || '0'}`]
  const describe = (value: string) => DIRECTIONS[value] ?? (value || '0')
  return VALUES.flatMap(([key, label]) =>
    before[key] === now[key] ? [] : [`${now.productname}: ${label}${describe(before[key])} → ${describe(now[key])}`],
  )
}
