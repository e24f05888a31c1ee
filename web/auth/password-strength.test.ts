import { expect, test } from 'vitest'
import { getPasswordStrength } from './password-strength.ts'

test.each([
  ['', 0],
  ['a', 1],
  ['abcde', 1],
  ['aaaaaaaaaaaaaaaaaaaa', 1],
  ['password123', 1],
  ['12345678', 1],
  ['Qwerty', 1],
  ['braai7', 2],
  ['Braai7dags', 3],
  ['braaivleisaand', 3],
  ['Braai7dagsLater', 4],
  ['korrekte perd battery', 4],
])('password strength: the score of %j is %i', (password, score) => {
  expect(getPasswordStrength(password).score).toBe(score)
})

test('password strength: advice for weak passwords', () => {
  expect(getPasswordStrength('abc')).toMatchObject({ word: 'Weak', advice: 'shorter than 6 characters' })
})
