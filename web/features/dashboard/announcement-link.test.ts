import { expect, test } from 'vitest'
import { parseLink } from './announcement-link.ts'

test.each([
  ['https://winkel.example/hours', 'https://winkel.example/hours', true],
  ['http://winkel.example', 'http://winkel.example/', true],
  ['mailto:help@winkel.example', 'mailto:help@winkel.example', false],
  ['tel:+27215550100', 'tel:+27215550100', false],
  ['/sites?q=Rivonia', '/sites?q=Rivonia', false],
])('announcement link: %s is a link', (link, href, isOutside) => expect(parseLink(link)).toEqual({ href, isOutside }))

test.each([
  'javascript:alert(1)',
  ' JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'file:///etc/passwd',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  'evil.example',
  '',
])('announcement link: %j is no link', (link) => expect(parseLink(link)).toBeNull())
