/** The modifier of Ctrl+K, as the keyboards of this system name it. */
export const MOD_KEY = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl'
