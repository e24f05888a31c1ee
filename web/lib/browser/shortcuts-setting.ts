const KEY = 'shortcuts'

/** Whether shortcuts of a single key are on, in this browser. People can turn them off: WCAG 2.1.4. */
export const hasShortcuts = () => localStorage.getItem(KEY) !== 'off'

export const saveShortcuts = (isOn: boolean) => localStorage.setItem(KEY, isOn ? 'on' : 'off')
