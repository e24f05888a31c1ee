import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { findProofs, PAGE, readStatements, renderPage } from './specification.ts'

const statements = readStatements()
const proofs = findProofs()

test('specification: statement ids are unique', () => {
  expect(statements.length).toBeGreaterThan(250)
  expect(new Set(statements.map(({ id }) => id)).size).toBe(statements.length)
})

test('specification: each statement has a test that proves it, or a decision that departs from it', () => {
  const proven = new Set(proofs.map(({ id }) => id))
  expect(statements.filter(({ id, decisions }) => !proven.has(id) && decisions.length === 0)).toEqual([])
})

test('specification: each id in a test title is the id of a statement', () => {
  const known = new Set(statements.map(({ id }) => id))
  expect(proofs.filter(({ id }) => !known.has(id))).toEqual([])
})

test('specification: each decision that a statement names exists', () => {
  const decisions = statements.flatMap((statement) => statement.decisions)
  expect(decisions.filter((decision) => !existsSync(join(dirname(PAGE), decision)))).toEqual([])
})

test('specification: the page has each statement', () => {
  const page = renderPage()
  for (const { id } of statements) expect(page, id).toContain(`- **${id}** `)
})
