import { expect, test } from 'vitest'
import { windowsByDay } from './rows.ts'

const days = [
  { day: '2026-10-31', orders: 4 },
  { day: '2025-12-24', orders: 7 },
  { day: '2025-12-23', orders: 5 },
]

test.each([
  [{ limit: 3, offset: 0 }, [['2026-10-31', 3, 0]]],
  [{ limit: 3, offset: 1 }, [['2026-10-31', 3, 1]]],
  [{ limit: 3, offset: 4 }, [['2025-12-24', 3, 0]]],
  [
    { limit: 10, offset: 2 },
    [
      ['2026-10-31', 2, 2],
      ['2025-12-24', 7, 0],
      ['2025-12-23', 1, 0],
    ],
  ],
  [{ limit: 10, offset: 15 }, [['2025-12-23', 1, 4]]],
  [{ limit: 10, offset: 16 }, []],
])('sales page: the page at %j is read only from the days that have its rows', (window, expected) => {
  expect(windowsByDay(days, window).map(({ day, limit, offset }) => [day, limit, offset])).toEqual(expected)
})
