import { type RawBuilder, sql } from 'kysely'

const APOSTROPHES = '\u2018\u2019\u201b\u02bc\u00b4\u0060\u2032\uff07'
const QUOTES = '\u201c\u201d\u201e\u201f\u2033'
const DASHES = '\u2010\u2011\u2012\u2013\u2014\u2212'
/** Without a width: they are left out. */
const INVISIBLE = '\u200b\u200c\u200d\u200e\u200f\u2060\ufeff\u00ad'
const OTHER_BLANKS = '\t\n\r\f\v\u00a0\u2000-\u200a\u202f\u205f\u3000'
const BLANKS = `[ ${OTHER_BLANKS}]+`
const COMBINING = '\u0300-\u036f'

const FROM = APOSTROPHES + QUOTES + DASHES + INVISIBLE
const TO = "'".repeat(APOSTROPHES.length) + '"'.repeat(QUOTES.length) + '-'.repeat(DASHES.length)
const translations = new Map([...FROM].map((character, index) => [character, TO[index] ?? '']))
const TRANSLATED = new RegExp(`[${FROM}]`, 'g')
const BLANK_RUNS = new RegExp(BLANKS, 'g')

/** A name in lower case, with the plain apostrophes, quotation marks and hyphens, single blanks, and no invisible characters. */
export const foldName = (name: string) =>
  name
    .normalize('NFC')
    .replace(TRANSLATED, (character) => translations.get(character) ?? '')
    .replace(BLANK_RUNS, ' ')
    .trim()
    .toLowerCase()

/** A name that differs from its lower case. */
const ODD = `[${FROM}${COMBINING}${OTHER_BLANKS}]|  |^ | $`

/** `foldName` of a column; null where that is its lower case. */
export const foldedName = (column: RawBuilder<unknown>) => sql<string | null>`
  case when ${column} ~ ${ODD}
       then lower(btrim(regexp_replace(translate(normalize(${column}, nfc), ${FROM}, ${TO}), ${BLANKS}, ' ', 'g'))) collate "C" end`
