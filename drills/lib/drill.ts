/** The defaults of a drill's options. Their types decide how the command line is read: a boolean is a flag. */
type Options = Record<string, number | string | boolean>

type Widened<Value> = Value extends number ? number : Value extends boolean ? boolean : string

export type DrillContext<Given extends Options = Options> = {
  options: { [Name in keyof Given]: Widened<Given[Name]> }
  /** Something that was counted or measured. */
  figure(name: string, value: number | string): void
  /** Something that must hold. The drill goes on when it does not, and exits with 1 at its end. */
  promise(sentence: string, holds: boolean, detail?: unknown): void
  /** One line on stderr. */
  progress(text: string): void
  /** Runs `work` when the drill ends, however it ends. What was registered last runs first. */
  onFinished(work: () => unknown): void
}

export type Drill = { description: string; options: Options; run(context: DrillContext): Promise<void> }

type Definition<Given extends Options> = {
  /** What it proves, in one line. */
  description: string
  options?: Given
  run(context: DrillContext<Given>): Promise<void>
}

/** The default export of a file in `drills/`. The name of the file is the name of the drill. */
export const defineDrill = <Given extends Options>({ description, options, run }: Definition<Given>): Drill => ({
  description,
  options: options ?? {},
  run: (context) => run(context as unknown as DrillContext<Given>),
})
