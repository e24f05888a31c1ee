/** A title that means a field; with conditions, only in a file that also has one of these titles, or none of them. */
export type Title = string | { title: string; with?: readonly string[]; without?: readonly string[] }

/**
 * The titles of each field, normalised as `normaliseTitle` does, the surest first. A title that ends in ' *' is the beginning of
 * titles: 'tax vat *' for 'Tax - VAT 15% (15%)'.
 */
export type FieldTitles<Field extends string> = Readonly<Record<Field, readonly Title[]>>

/** The titles of a text, which are separated by commas and the ends of lines. */
export const titles = (text: string) =>
  text
    .split(/[,\n]/)
    .map((title) => title.trim())
    .filter(Boolean)

/** A column of a file, and some of its values. */
export type SampledColumn = { title: string; samples: string[] }

/** The keys of 200 columns of any script fit into the row of a stored matching. */
const MAX_COMPARED = 60
const MAX_READ = 200

/** 'Prys (R)' is 'prys r', 'Lineitem_Name' is 'lineitem name', 'Reëltotaal' is 'reeltotaal'. */
export const normaliseTitle = (title: string) =>
  title
    .slice(0, MAX_READ)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .slice(0, MAX_COMPARED)
    .trim()

/** A key of its own for each column: the normalised title, and a number behind a repeated one. Titles of one file give one key each. */
export function createColumnKeys(titles: readonly string[]) {
  const counts = new Map<string, number>()
  return titles.map((title) => {
    const name = normaliseTitle(title)
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    return count === 1 ? name : `${name} #${count}`
  })
}

/** What two files have in common when a matching of one is right for the other: the same titles, in any order. */
export const describeShape = (titles: readonly string[]) => createColumnKeys(titles).sort().join('\n')

/**
 * The field of each column, null where none is recognised. No field is proposed for two columns. When several columns have a field's
 * title, the surest title gets it, and columns with values come before empty ones. Of two columns with the same title none gets it:
 * the person decides.
 */
export function matchColumns<Field extends string>(
  columns: readonly SampledColumn[],
  fields: FieldTitles<Field>,
): (Field | null)[] {
  const forms = columns.map(({ title }) => listForms(title))
  const known = new Set(forms.flat().map(({ joined }) => joined))
  const matched: (Field | null)[] = columns.map(() => null)
  const decided = new Set<Field>()
  for (const group of rankCandidates(columns, forms, known, fields)) {
    for (const [field, candidates] of Map.groupBy(group, (candidate) => candidate.field)) {
      const free = candidates.filter(({ index }) => matched[index] === null)
      const [first] = free
      if (!first || decided.has(field)) continue
      decided.add(field)
      if (free.length === 1) matched[first.index] = field
    }
  }
  return matched
}

/** What a person chose for the columns of one shape: the field of each column by its key, '' for an ignored one. */
export type ChosenFields = Readonly<Record<string, string>>

/** The fields of a file whose shape a person has matched before: `keys` are those of `createColumnKeys`. */
export const recallFields = <Field extends string>(
  keys: readonly string[],
  chosen: ChosenFields,
  fields: FieldTitles<Field>,
): (Field | null)[] =>
  keys.map((key) => {
    const field = Object.hasOwn(chosen, key) ? chosen[key] : undefined
    return field && Object.hasOwn(fields, field) ? (field as Field) : null
  })

/** Creates a test for titles that may mean one of the fields: it finds the line of the titles in a file. */
export function createTitleTest<Field extends string>(fields: FieldTitles<Field>) {
  const names = Object.values<readonly Title[]>(fields).flatMap((titles) => titles.map(getName))
  const exact = new Set(names.map(joinWords))
  const beginnings = names.filter(isBeginning).map((name) => name.slice(0, -1))
  return (title: string) =>
    listForms(title).some(({ words, joined }) => exact.has(joined) || beginnings.some((beginning) => words.startsWith(beginning)))
}

type Candidate<Field> = { index: number; field: Field; rank: number }

/** The candidates in groups of the same rank, the surest group first. */
function rankCandidates<Field extends string>(
  columns: readonly SampledColumn[],
  forms: readonly Form[][],
  known: ReadonlySet<string>,
  fields: FieldTitles<Field>,
) {
  const candidates: Candidate<Field>[] = []
  for (const field of Object.keys(fields) as Field[]) {
    const titles = fields[field].map((title) => (isFor(title, known) ? getName(title) : undefined))
    const wanted = titles.map((title) => title && (isBeginning(title) ? title.slice(0, -1) : joinWords(title)))
    for (const [index, { samples }] of columns.entries()) {
      const rank = findRank(forms[index] ?? [], wanted)
      if (rank !== undefined) candidates.push({ index, field, rank: rank + (samples.some(Boolean) ? 0 : EMPTY_RANK) })
    }
  }
  return [...Map.groupBy(candidates, ({ rank }) => rank).entries()].sort(([a], [b]) => a - b).map(([, group]) => group)
}

/** Behind every column with values. */
const EMPTY_RANK = 10_000
/** A title as it is written comes before one without its brackets. */
const FORM_RANK = 0.1

const getName = (title: Title) => (typeof title === 'string' ? title : title.title)
const isBeginning = (name: string) => name.endsWith(' *')
const isFor = (title: Title, known: ReadonlySet<string>) =>
  typeof title === 'string' ||
  ((title.with?.some((other) => known.has(joinWords(other))) ?? true) &&
    !title.without?.some((other) => known.has(joinWords(other))))

/** `wanted` has beginnings, which end in a blank, and joined titles. */
function findRank(forms: readonly Form[], wanted: readonly (string | undefined)[]) {
  for (const [place, title] of wanted.entries()) {
    if (!title) continue
    const isWanted = ({ words, joined }: Form) => (title.endsWith(' ') ? words.startsWith(title) : joined === title)
    const form = forms.findIndex(isWanted)
    if (form !== -1) return place + form * FORM_RANK
  }
  return undefined
}

const CURRENCY = / (?:zar|rand|r)$/
const TAX_INCLUDED =
  / (?:(?:incl?|including|insl|insluitend)(?: of)?(?: vat| tax| btw)?|(?:vat|tax|btw) (?:incl?|included|ingesluit))$/
const TAX_EXCLUDED = /\b(?:excl?|excluding|ex|uitgesluit|uitsluitend)\b/

/** `joined` is without blanks: some tills write 'costprice'. */
type Form = { words: string; joined: string }

const joinWords = (words: string) => words.replaceAll(' ', '')

/** The normalised title, and what is left of it without brackets, currency and 'incl. VAT'. Never without 'excl. VAT'. */
export function listForms(title: string): Form[] {
  const name = normaliseTitle(title)
  if (TAX_EXCLUDED.test(name)) return [{ words: name, joined: joinWords(name) }]
  const bare = normaliseTitle(title.replace(/\[[^\]]*\]?|\([^)]*\)?/g, ' '))
  const without = bare.replace(TAX_INCLUDED, '').replace(CURRENCY, '')
  return [...new Set([name, bare, without])].filter(Boolean).map((words) => ({ words, joined: joinWords(words) }))
}
