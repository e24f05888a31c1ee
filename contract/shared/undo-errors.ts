/** Of every call that takes a change back. */
export const undoErrors = {
  CHANGED_SINCE: {
    status: 409,
    message: 'This was changed again since, or is undone already. Nothing was changed. Edit it instead.',
  },
  NOT_UNDOABLE: { status: 409, message: 'This change cannot be undone.' },
} as const
