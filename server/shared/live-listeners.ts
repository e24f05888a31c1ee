/** The listeners of each business, with their session. */
export function createLiveListeners() {
  const listeners = new Map<string, Map<() => void, string>>()

  const notify = (businessid: string) => {
    for (const listener of listeners.get(businessid)?.keys() ?? []) listener()
  }

  return {
    /** Adds a listener, and returns a function that removes it. */
    add({ businessid, sessionId }: { businessid: string; sessionId: string }, listener: () => void) {
      const group = listeners.get(businessid) ?? new Map()
      listeners.set(businessid, group.set(listener, sessionId))
      return () => {
        group.delete(listener)
        if (group.size === 0) listeners.delete(businessid)
      }
    },
    notify,
    notifyAll() {
      for (const businessid of listeners.keys()) notify(businessid)
    },
    /** The session of each listener of a business. */
    getSessions: (businessid: string) => [...(listeners.get(businessid)?.values() ?? [])],
  }
}
