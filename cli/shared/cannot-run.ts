/** Stops the command with exit code 2. The message is a sentence for the operator, printed without a stack. */
export class CannotRun extends Error {}
