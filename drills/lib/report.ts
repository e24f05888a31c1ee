import { execFileSync } from 'node:child_process'

type Promised = { promise: string; holds: boolean; detail?: unknown }
type ReportOptions = { options: object; asJson: boolean; isTiny: boolean }

/** Collects what a drill finds: printed line by line, or at the end as JSON. */
export function createReport(drill: string, { options, asJson, isTiny }: ReportOptions) {
  const startedAt = new Date()
  const figures: Record<string, number | string> = {}
  const promises: Promised[] = []
  const print = (line: string) => asJson || console.log(line)
  const seconds = () => Math.round((Date.now() - startedAt.getTime()) / 100) / 10
  const holds = () => promises.length > 0 && promises.every((promised) => promised.holds)

  const promise = (sentence: string, holds: boolean, detail?: unknown) => {
    const shown = !holds && detail !== undefined
    promises.push({ promise: sentence, holds, ...(shown && { detail }) })
    print(`${holds ? 'holds' : 'DOES NOT HOLD'}: ${sentence}${shown ? `\n${JSON.stringify(detail, null, 2)}` : ''}`)
  }

  return {
    figure: (name: string, value: number | string) => {
      figures[name] = value
      print(`${name}: ${value}`)
    },
    promise,
    limit: (sentence: string, holds: boolean, detail?: unknown) => {
      if (isTiny) print(`not judged, ${holds ? 'holds' : 'does not hold'}: ${sentence}`)
      else promise(sentence, holds, detail)
    },
    finish: () => {
      const commit = readCommit()
      if (asJson) {
        console.log(
          JSON.stringify({ drill, date: startedAt, commit, seconds: seconds(), options, figures, promises, holds: holds() }),
        )
      } else console.log(`${drill} ${holds() ? 'holds' : 'DOES NOT HOLD'}: ${seconds()} s, commit ${commit}.`)
      return holds()
    },
  }
}

function readCommit() {
  try {
    return execFileSync('git', ['describe', '--always', '--dirty'], { encoding: 'utf8' }).trim()
  } catch {
    return 'unknown'
  }
}
