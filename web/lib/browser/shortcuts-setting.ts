import { readFromDevice, saveOnDevice } from './device-storage.ts'

const KEY = 'shortcuts'

/** Whether shortcuts of a single key are on, in this browser. People can turn them off: WCAG 2.1.4. */
export const hasShortcuts = () => readFromDevice(KEY) !== 'off'

export const saveShortcuts = (isOn: boolean) => saveOnDevice(KEY, isOn ? 'on' : 'off')
