const BAR_MS = 200
const LINE_MS = 5_000
const BAR_WIDTH = 30

type Options = {
  /** What `done` counts: 'sales', 'rows'. */
  unit: string
  /** When the work ends, in the same measure as `advance` counts. Without it there is no bar and no percentage. */
  total?: number
}

/** Reports progress on stderr: as a bar on a terminal, otherwise as a line every five seconds. */
export function createProgress({ unit, total }: Options) {
  const isTerminal = process.stderr.isTTY === true
  const startedAt = Date.now()
  let position = 0
  let done = 0
  let lastPrint = startedAt - (isTerminal ? BAR_MS : 0)
  let hasOpenLine = false

  const print = (isLast = false) => {
    const now = Date.now()
    if (!isLast && now - lastPrint < (isTerminal ? BAR_MS : LINE_MS)) return
    lastPrint = now
    const share = total === undefined ? undefined : total === 0 ? 1 : Math.min(1, position / total)
    const speed = Math.round(done / Math.max(0.001, (now - startedAt) / 1000))
    const percent = share === undefined ? '' : `${String(Math.round(share * 100)).padStart(3)} %  `
    const text = `${percent}${done} ${unit}  ${speed}/s`
    if (!isTerminal) return console.error(text)
    const bar = share === undefined ? '' : `${'█'.repeat(Math.round(share * BAR_WIDTH)).padEnd(BAR_WIDTH, '░')} `
    process.stderr.write(`\r${bar}${text}   ${isLast ? '\n' : ''}`)
    hasOpenLine = !isLast
  }
  return {
    /** Moves on towards `total`. */
    advance(amount: number) {
      position += amount
      print()
    },
    /** Counts finished units. */
    count(amount: number) {
      done += amount
      print()
    },
    /** Prints a sentence between two states of the bar. */
    note(text: string) {
      console.error(`${hasOpenLine ? '\n' : ''}${text}`)
      hasOpenLine = false
    },
    /** Prints the last state. */
    end() {
      if (done > 0) print(true)
    },
  }
}
