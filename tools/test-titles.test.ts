import { expect, test } from 'vitest'
import { findTests } from './test-titles.ts'

const SOURCE = `
test.describe('a list', () => {
  test('is searched @phone', async ({ page }) => {
    expect('inner › nothing').toBe('')
  })

  for (const one of ['red', 'green'])
    test(\`is \${one} at first\`, () => {})

  test.each([
    [{ price: '' }, 'Price is required.'],
    [{ price: 12 }, "That isn't one."],
  ])('is not saved with %j: %s', () => {})

  describe("that isn't long", () => {
    test('fits', () => {})
  })
})

test.skipIf(process.platform === 'win32')(
  'stops when asked',
  () => {},
)
test('a bar of 4 %', () => {})
`

const hasTest = findTests(SOURCE)

test.each([
  'a list › is searched',
  'a list › is green at first',
  'a list › is not saved with {"price":""}: Price is required.',
  "a list › that isn't long › fits",
  'stops when asked',
  'a bar of 4 %',
])('%s is there', (title) => expect(hasTest(title)).toBe(true))

test.each([
  'is searched',
  'a list',
  'a list › is searched again',
  'a list › is blue at first',
  'a list › is not saved with {"price":13}: Price is required.',
  'a list › fits',
  'a list › stops when asked',
])('%s is not', (title) => expect(hasTest(title)).toBe(false))
