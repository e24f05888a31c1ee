const KEY = 'shortcuts'

/** Whether shortcuts of a single key are on, in this browser. People can turn them off: WCAG 2.1.4. */
export function hasShortcuts() {
  try {
    return localStorage.getItem(KEY) !== 'off'
  } catch {
    return true // the storage is forbidden
  }
}

export function saveShortcuts(isOn: boolean) {
  try {
    localStorage.setItem(KEY, isOn ? 'on' : 'off')
  } catch {
    // The storage is full or forbidden: the next visit has the default.
  }
}
