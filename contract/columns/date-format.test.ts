import { expect, test } from 'vitest'
import { DateFormat, type DateOrder, parseTime } from './date-format.ts'

function readColumn(cells: string[], chosen?: DateOrder) {
  const format = new DateFormat({ chosen })
  for (const cell of cells) format.sample(cell)
  return format
}
const readCell = (cell: string, others: string[] = []) => readColumn([...others, cell]).parse(cell)

test.each([
  ['2026-11-21', '2026-11-21', null, null],
  ['2026/11/21 14:05', '2026-11-21', '14:05:00', null],
  ['2026-11-21T14:05:33.120+02:00', '2026-11-21', '14:05:33', '+02:00'],
  ['2026-11-21 14:05:00 +0200', '2026-11-21', '14:05:00', '+02:00'],
  ['2026-11-21T12:05:00Z', '2026-11-21', '12:05:00', 'Z'],
  ['2026-11-21 14:05 SAST', '2026-11-21', '14:05:00', '+02:00'],
  ['20261121', '2026-11-21', null, null],
  ['21/11/2026', '2026-11-21', null, null],
  ['21.11.2026', '2026-11-21', null, null],
  ['3.4.2026', '2026-04-03', null, null],
  ['21-11-26 2:05 PM', '2026-11-21', '14:05:00', null],
  ['11/21/26 12:05 AM', '2026-11-21', '00:05:00', null],
  ['11/21/2026, 12:05:09 pm', '2026-11-21', '12:05:09', null],
  ['21 Nov 2026', '2026-11-21', null, null],
  ['21 November 2026 at 14h05', '2026-11-21', '14:05:00', null],
  ['Nov 21, 2026 2:05 p.m.', '2026-11-21', '14:05:00', null],
  ['Sat, 21 Nov 2026 14:05:00 +0200', '2026-11-21', '14:05:00', '+02:00'],
  ['Saterdag 21 Desember 2025 2:05 nm', '2025-12-21', '14:05:00', null],
  ['3 Mrt 2026 om 8:00 vm', '2026-03-03', '08:00:00', null],
  ['1 Mei 2026', '2026-05-01', null, null],
  ['1st Okt. 2026', '2026-10-01', null, null],
  ['46347', '2026-11-21', null, null],
  ['46347.5', '2026-11-21', '12:00:00', null],
])('date format: %j is %s %s %s', (cell, date, time, offset) => expect(readCell(cell)).toEqual({ date, time, offset }))

test.each([
  '',
  'yesterday',
  '31/02/2026',
  '2026-13-01',
  '21/11/1926',
  '32 Jan 2026',
  '2026-11-21 25:00',
  '21 Foo 2026',
  '12',
  '99999',
])('date format: %j is rejected with a reason', (cell) => expect(readCell(cell)).toEqual({ problem: `“${cell}” is not a date.` }))

test('date format: one cell decides the order of day and month for its column', () => {
  expect(readCell('03/04/2026', ['21/04/2026'])).toMatchObject({ date: '2026-04-03' })
  expect(readCell('03/04/2026', ['04/21/2026'])).toMatchObject({ date: '2026-03-04' })
  expect(readColumn(['03/04/2026', '04/21/2026'])).toMatchObject({ isAmbiguous: false, order: 'mdy' })
})

test('date format: a column that no cell decides is ambiguous, and read in the chosen order', () => {
  const column = readColumn(['03/04/2026', '05/05/2026'])
  expect(column).toMatchObject({ isAmbiguous: true, order: 'dmy' })
  expect(column.parse('03/04/2026')).toMatchObject({ date: '2026-04-03' })
  const chosen = readColumn(['03/04/2026'], 'mdy')
  expect(chosen).toMatchObject({ isAmbiguous: true, order: 'mdy' })
  expect(chosen.parse('03/04/2026')).toMatchObject({ date: '2026-03-04' })
  expect(readColumn(['05/05/2026', '2026-04-03', '1 Mei 2026']).isAmbiguous).toBe(false)
})

test('date format: in a column with both orders, a date that could be either is rejected', () => {
  const column = readColumn(['21/04/2026', '04/21/2026', '03/04/2026'])
  expect(column).toMatchObject({ isAmbiguous: false, order: undefined })
  expect(column.parse('21/04/2026')).toMatchObject({ date: '2026-04-21' })
  expect(column.parse('04/21/2026')).toMatchObject({ date: '2026-04-21' })
  expect(column.parse('03/04/2026')).toEqual({
    problem: '“03/04/2026” can be read in two ways: write the date as 2026-MM-DD.',
  })
})

test('date format: says whether the column has times', () => {
  expect(readColumn(['2026-11-21', '2026-11-22 00:00']).hasTime).toBe(true)
  expect(readColumn(['2026-11-21', 'x']).hasTime).toBe(false)
})

test.each([
  ['14:05', '14:05:00'],
  ['2:05:33 PM', '14:05:33'],
  ['14h05', '14:05:00'],
  ['12:00 am', '00:00:00'],
  ['1899-12-31T14:05:00', '14:05:00'],
])('time: %j is %s', (cell, time) => expect(parseTime(cell)).toEqual({ time }))

test.each(['', 'noon', '25:00', '2026-11-21'])('time: %j is rejected with a reason', (cell) =>
  expect(parseTime(cell)).toEqual({ problem: `“${cell}” is not a time.` }),
)
