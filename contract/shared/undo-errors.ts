/** Of every call that takes a change back. */
export const undoErrors = {
  CHANGED_SINCE: {
    status: 409,
    message: 'Already changed again or undone. Edit it instead.',
  },
  NOT_UNDOABLE: { status: 409, message: 'This change cannot be undone.' },
} as const
