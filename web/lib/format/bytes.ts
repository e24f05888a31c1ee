import { formatQuantity } from './money.ts'

const UNITS = ['kB', 'MB', 'GB', 'TB']

/** '130 kB', '1,3 MB': two digits, as the size of a file is only to be compared. */
export function formatBytes(bytes: number) {
  let [size, unit] = [Math.max(1, bytes / 1000), 0]
  while (size >= 999.5 && unit < UNITS.length - 1) {
    size /= 1000
    unit += 1
  }
  const rounded = size < 10 ? Math.round(size * 10) / 10 : Math.round(size)
  return `${formatQuantity(rounded)}\u00a0${UNITS[unit]}`
}
