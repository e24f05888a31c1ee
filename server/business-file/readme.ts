import { isCsv } from './part.ts'
import { PARTS } from './parts.ts'

/** README.txt, for the owner. Lines end as on Windows, so that every editor shows them. */
export function createReadme(businessName: string, madeAt: string) {
  const files = PARTS.map(({ file, means }) => `${file.padEnd(24)}${means}`)
  return `${[
    `The data of ${businessName}`,
    `Made by Winkel on ${madeAt.slice(0, 10)}.`,
    '',
    'This is everything that Winkel stores for the business. It has no passwords and no till keys.',
    '',
    ...files,
    `${'business.json'.padEnd(24)}The business itself.`,
    `${'pictures'.padEnd(24)}The pictures of the products, each in full and small.`,
    `${'manifest.json'.padEnd(24)}How many rows each file has, and its checksum.`,
    '',
    `Files that end in .csv open in Excel and in every other spreadsheet${PARTS.every(isCsv) ? '' : ', those in .jsonl in a text editor'}.`,
    'Times have the offset of the time zone of the business. Amounts are in rand, with a decimal point.',
    'Text that a spreadsheet would run as a formula has an apostrophe before it. An import takes the apostrophe off again.',
    '',
    'Another installation of Winkel can import this file as it is: the people who run it have the command.',
    'Do not change the file before that. A changed file is refused.',
  ].join('\r\n')}\r\n`
}
