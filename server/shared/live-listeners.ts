/** The listeners of each business or user, with their session. */
export function createLiveListeners() {
  const listeners = new Map<string, Map<() => void, string>>()

  const notify = (key: string) => {
    for (const listener of listeners.get(key)?.keys() ?? []) listener()
  }

  return {
    /** Adds a listener, and returns a function that removes it. */
    add(key: string, sessionId: string, listener: () => void) {
      const group = listeners.get(key) ?? new Map()
      listeners.set(key, group.set(listener, sessionId))
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
    /** The session of each listener. */
    getSessions: (key: string) => [...(listeners.get(key)?.values() ?? [])],
  }
}
