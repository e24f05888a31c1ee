import { expect, test } from 'vitest'
import { createMailUrl } from './contact-urls.ts'

test.each([
  ['orders@mill.example', 'mailto:orders@mill.example'],
  ['a@mill.example?bcc=b@thief.example&body=hi', 'mailto:a@mill.example%3Fbcc%3Db@thief.example%26body%3Dhi'],
  ['a@mill.example,b@thief.example', 'mailto:a@mill.example%2Cb@thief.example'],
])('e-mail link: %s is one address', (email, url) => {
  expect(createMailUrl(email)).toBe(url)
})
