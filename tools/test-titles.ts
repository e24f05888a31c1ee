// Reads what tests are called out of their source, which takes no database and no browser. It leans on Biome's formatting:
// what begins at an indent ends with a bracket at the same indent.

const START = /^( *)(?:test|describe)\b(?=[.(<])/gm
const LITERAL = String.raw`('(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|\`(?:[^\`\\]|\\.)*\`)`
const CALLED = new RegExp(String.raw`^[\w.]+\(\s*${LITERAL}`)
/** As in test.each(table)('title'). */
const CALLED_TWICE = new RegExp(String.raw`^\w+\.(?:each|skipIf)\b[^]*?\)\(\s*${LITERAL}`)
/** What is filled in when the test runs: ${…} in a template, and %s or $name where a table is gone through. */
const FILLED_IN = /\$\{[^}]*\}|(?<!%)%[sdifjoO]|\$\w+/

/** '@phone' says where a test runs, not what it is called. */
const withoutTags = (title: string) => title.replace(/(?: @\w+)+$/, '')
const asPattern = (text: string) =>
  withoutTags(text.replace(/\\(.)/g, '$1').replace('%%', '%')).replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

type Group = { end: number; pattern: string }

/** The tests of a file, each as a pattern of its whole title, 'the group › the test'; captured is what is filled in. */
function titlesIn(source: string) {
  const titles: RegExp[] = []
  let groups: Group[] = []
  for (const { index, 1: indent = '' } of source.matchAll(START)) {
    const rest = source.slice(index + indent.length)
    const literal = (CALLED.exec(rest) ?? CALLED_TWICE.exec(rest))?.[1]
    if (literal === undefined) continue
    const pattern = literal.slice(1, -1).split(FILLED_IN).map(asPattern).join('(.+)')
    groups = groups.filter(({ end }) => end > index)
    if (/^(?:test\.)?describe\b/.test(rest)) groups.push({ end: source.indexOf(`\n${indent}})`, index), pattern })
    else titles.push(new RegExp(`^${[...groups.map((group) => group.pattern), pattern].join(' › ')}$`))
  }
  return titles
}

/** Without what a value in a table and the same value in a title differ by: spaces and quotes. */
const bare = (text: string) => text.replace(/[\s'"`\\]/g, '')

/** Answers whether the source has a test of this title; what is filled in must stand somewhere in the source too. */
export function findTests(source: string) {
  const titles = titlesIn(source)
  const values = bare(source)
  return (title: string) =>
    titles.some((pattern) => {
      const filledIn = pattern.exec(title)?.slice(1)
      return filledIn?.every((value) => values.includes(bare(value))) ?? false
    })
}
