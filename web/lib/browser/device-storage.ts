/** What this browser remembers under a key; null when there is nothing, or where the storage is forbidden. */
export function readFromDevice(key: string) {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Remembers a value that the screens can do without: nothing happens where the storage is full or forbidden. */
export function saveOnDevice(key: string, value: string) {
  try {
    localStorage.setItem(key, value)
  } catch {
    // The next visit is like the first.
  }
}
