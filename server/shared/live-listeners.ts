/** The session, and the person, of a listener. */
export type Window = { user_id: string; sessionId: string }

/** The listeners of each business or user, with whose window they are of. */
export function createLiveListeners() {
  const listeners = new Map<string, Map<() => void, Window>>()

  const notify = (key: string) => {
    for (const listener of listeners.get(key)?.keys() ?? []) listener()
  }

  return {
    /** Adds a listener, and returns a function that removes it. */
    add(key: string, window: Window, listener: () => void) {
      const group = listeners.get(key) ?? new Map()
      listeners.set(key, group.set(listener, window))
      return () => {
        group.delete(listener)
        if (group.size === 0) listeners.delete(key)
      }
    },
    notify,
    notifyAll() {
      for (const key of listeners.keys()) notify(key)
    },
    count: () => [...listeners.values()].reduce((sum, group) => sum + group.size, 0),
    getWindows: (key: string) => [...(listeners.get(key)?.values() ?? [])],
  }
}
