import type { CleanUp } from '../../tools/clean-up.ts'

/** The values of a drill's options. Their types decide how the command line is read: a boolean is a flag. */
export type Options = Record<string, number | string | boolean>

type Widened<Value> = Value extends number ? number : Value extends boolean ? boolean : string

export type DrillContext<Given extends Options = Options> = CleanUp & {
  options: { [Name in keyof Given]: Widened<Given[Name]> }
  /** A folder that is deleted when the drill ends. Everything that the drill writes is in it. */
  folder: string
  /** A migrated data folder, which is copied where a server begins with a new one. Without it the server makes its own. */
  preparedDataDir?: string
  /** Something that was counted or measured. */
  figure(name: string, value: number | string): void
  /** Something that must hold. The drill goes on when it does not, and exits with 1 at its end. */
  promise(sentence: string, holds: boolean, detail?: unknown): void
  /** A promise about time or memory. At the tiny size, which runs beside other work, it is printed and not judged. */
  limit(sentence: string, holds: boolean, detail?: unknown): void
  /** One line on stderr. */
  progress(text: string): void
}

export type Drill = {
  description: string
  options: Options
  tiny: Options
  findObstacle?(): string | undefined
  run(context: DrillContext): Promise<void>
}

type Definition<Given extends Options> = {
  /** What it proves, in one line. */
  description: string
  options?: Given
  /** The options with which each part runs once, in seconds. */
  tiny: { [Name in keyof Given]?: Widened<Given[Name]> }
  /** Why it cannot run on this machine, in a sentence. */
  findObstacle?(): string | undefined
  run(context: DrillContext<Given>): Promise<void>
}

/** The default export of a file in `drills/`. The name of the file is the name of the drill. */
export const defineDrill = <Given extends Options>({ options, tiny, run, ...definition }: Definition<Given>): Drill => ({
  ...definition,
  options: options ?? {},
  tiny: { ...options, ...tiny },
  run: (context) => run(context as unknown as DrillContext<Given>),
})
