import { constants } from 'node:os'

const SIGNALS = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const
/** The exit code of a program that a closed pipe ends. */
const CLOSED_OUTPUT = 128 + constants.signals.SIGPIPE

export type CleanUp = {
  /** Runs `work` at the end. What was registered last runs first. Throws when the end has come: nothing more is started then. */
  onFinished(work: () => unknown): void
}

/** What must be stopped or deleted at the end. `finish` runs all of it, also when a part fails, and throws the first error. */
export function createCleanUp() {
  const works: (() => unknown)[] = []
  let finishing: Promise<void> | undefined
  const runAll = async () => {
    const errors: unknown[] = []
    for (let work = works.pop(); work; work = works.pop()) {
      try {
        await work()
      } catch (error) {
        errors.push(error)
      }
    }
    if (errors.length > 0) throw errors[0]
  }
  return {
    onFinished: (work: () => unknown) => {
      works.push(work)
      if (finishing) throw new Error('stopped')
    },
    finish: () => {
      finishing ??= Promise.resolve().then(runAll)
      return finishing
    },
  }
}

/**
 * The work of a whole process, and then what it registered: also when it fails, when a signal stops it and when nobody reads its
 * output any more.
 */
export async function runWithCleanUp(work: (cleanUp: CleanUp) => Promise<void>) {
  const { onFinished, finish } = createCleanUp()
  let isStopping = false
  const stop = async (exitCode: number, error?: unknown) => {
    if (isStopping) return
    isStopping = true
    if (error) console.error(error)
    await finish().catch(console.error)
    process.exit(exitCode)
  }
  for (const signal of SIGNALS) process.on(signal, () => void stop(128 + constants.signals[signal]))
  for (const output of [process.stdout, process.stderr]) output.on('error', () => void stop(CLOSED_OUTPUT))
  process.on('uncaughtException', (error) => void stop(1, error))
  try {
    await work({ onFinished })
  } catch (error) {
    // Once it is stopped, what is under way fails because its server is gone.
    await stop(1, error)
  }
  if (isStopping) return new Promise<never>(() => undefined)
  await finish()
}
