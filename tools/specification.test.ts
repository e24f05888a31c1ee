import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findTests } from './test-titles.ts'

// docs/specification.md says what proves each statement of the specification, and is held to it here.

const ROOT = join(import.meta.dirname, '..')
const PAGE = readFileSync(join(ROOT, 'docs/specification.md'), 'utf8')

const HEADING = /^#{2,3} (\d(?:\.\d)?)\.? \S/
const STATEMENT = /^- \*\*(\d(?:\.\d+)+)\*\* \S/
const TESTED = /^ {2}- `([^`]+)` › (.+)$/
const DECIDED = /^ {2}- departs: \[[^\]]+\]\((decisions\/[^)]+)\)$/

type Statement = { id: string; section: string; tests: { file: string; title: string }[]; decisions: string[] }

function read(page: string) {
  const sections: string[] = []
  const statements: Statement[] = []
  const strays: string[] = []
  for (const line of page.slice(page.indexOf('\n## ')).split('\n')) {
    const [, section] = HEADING.exec(line) ?? []
    const [, id] = STATEMENT.exec(line) ?? []
    const [, file, title] = TESTED.exec(line) ?? []
    const [, decision] = DECIDED.exec(line) ?? []
    const statement = statements.at(-1)
    if (section) sections.push(section)
    else if (id) statements.push({ id, section: sections.at(-1) ?? '', tests: [], decisions: [] })
    else if (file && title && statement) statement.tests.push({ file, title })
    else if (decision && statement) statement.decisions.push(decision)
    else if (line !== '') strays.push(line)
  }
  return { sections, statements, strays }
}

const { sections, statements, strays } = read(PAGE)

test('the page has the nine sections of the specification, with a number for each statement, one after the other', () => {
  expect(sections.filter((section) => !section.includes('.'))).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9'])
  expect(statements.length).toBeGreaterThan(250)
  const counts = new Map<string, number>()
  for (const { id, section } of statements) {
    counts.set(section, (counts.get(section) ?? 0) + 1)
    expect(id).toBe(`${section}.${counts.get(section)}`)
  }
  expect(strays, 'lines that are neither statement nor proof').toEqual([])
})

test('each statement has a test that proves it, or a decision that departs from it', () => {
  expect(statements.filter(({ tests, decisions }) => tests.length + decisions.length === 0)).toEqual([])
})

test('each test that is named is there', () => {
  const files = new Set(
    statements.flatMap(({ tests }) => tests.map(({ file }) => file)).filter((file) => existsSync(join(ROOT, file))),
  )
  const known = new Map([...files].map((file) => [file, findTests(readFileSync(join(ROOT, file), 'utf8'))]))
  const gone = statements.flatMap(({ id, tests }) =>
    tests.filter(({ file, title }) => !known.get(file)?.(title)).map(({ file, title }) => `${id} ${file} › ${title}`),
  )
  expect(gone).toEqual([])
})

test('each decision that is named is there, and each that is there is named', () => {
  const named = new Set(statements.flatMap(({ decisions }) => decisions))
  const written = readdirSync(join(ROOT, 'docs/decisions')).map((file) => `decisions/${file}`)
  expect([...named].sort()).toEqual(written.sort())
})
