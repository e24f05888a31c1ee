/** How long a till of a closed business waits before it tries again. It costs a look-up of its key. */
export const CLOSED_WAIT_SECONDS = 300
