import type { DraftFields, DraftLine } from './draft-form.ts'

const HEADER = ['siteid', 'to_siteid', 'supplierid', 'reference', 'expected_on', 'note'] as const
const TYPED = ['quantity', 'direction', 'purchaseprice', 'rejected', 'reason'] as const

const isSame = (line: DraftLine | undefined, other: DraftLine | undefined) =>
  line === other || (line !== undefined && other !== undefined && TYPED.every((name) => line[name] === other[name]))

/**
 * A draft with the changes of two people since `base`. Null when one of them changed the site and the other a line, whose product is at that
 * site, and when both changed the same field or line in different ways: with `keepsMine` these are mine. New lines of the other person are
 * at the end.
 */
export function mergeDrafts(
  base: DraftFields,
  mine: DraftFields,
  theirs: DraftFields,
  { keepsMine = false } = {},
): DraftFields | null {
  const merged: DraftFields = { ...theirs }
  for (const name of HEADER) {
    if (mine[name] === base[name] || mine[name] === theirs[name]) continue
    if (theirs[name] !== base[name] && !keepsMine) return null
    Object.assign(merged, { [name]: mine[name] })
  }
  const before = new Map(base.lines.map((line) => [line.productid, line]))
  const own = new Map(mine.lines.map((line) => [line.productid, line]))
  const other = new Map(theirs.lines.map((line) => [line.productid, line]))
  const lines = new Map<number, DraftLine>()
  for (const productid of new Set([...own.keys(), ...other.keys(), ...before.keys()])) {
    const [was, my, their] = [before.get(productid), own.get(productid), other.get(productid)]
    const [isMine, isTheirs] = [!isSame(my, was), !isSame(their, was)]
    if (isMine && isTheirs && !isSame(my, their) && !keepsMine) return null
    if ((isMine && theirs.siteid !== base.siteid) || (isTheirs && mine.siteid !== base.siteid)) return null
    const line = isMine ? my : their
    // Their copy has the stock as it is now.
    if (line) lines.set(productid, isMine && their ? { ...their, ...pick(line) } : line)
  }
  return { ...merged, lines: [...lines.values()] }
}

const pick = (line: DraftLine) =>
  Object.fromEntries(TYPED.map((name) => [name, line[name]])) as Pick<DraftLine, (typeof TYPED)[number]>
