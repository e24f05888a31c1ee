// The back office hands a key over to the till of this browser, and the till says that it is one: names in the local storage.

/** The key of the till, until the till has taken it. */
export const TILL_PAIRING = 'winkel-till-pairing'
/** The name of the till that this browser is. */
export const TILL_NAME = 'winkel-till'
