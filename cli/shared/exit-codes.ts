export const EXIT = {
  /** Everything was done. */
  done: 0,
  /** Finished, but something was found or rejected. */
  findings: 1,
  /** Wrong usage, or the command cannot do its work. Nothing was changed, unless the message says so. */
  cannot: 2,
} as const
