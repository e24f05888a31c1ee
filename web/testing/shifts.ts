import { expect } from 'vitest'

/** Notes from now on what moves by itself; the returned function expects that nothing did. */
export function watchShifts() {
  const shifts: { value: number; nodes: string[] }[] = []
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number
      hadRecentInput: boolean
      sources: { node?: Node }[]
    })[])
      if (!entry.hadRecentInput)
        shifts.push({
          value: entry.value,
          nodes: entry.sources.map(({ node }) => (node instanceof Element ? node.outerHTML.slice(0, 80) : '?')),
        })
  })
  observer.observe({ type: 'layout-shift' })
  return () => {
    observer.disconnect()
    const total = shifts.reduce((sum, { value }) => sum + value, 0)
    expect(total, JSON.stringify(shifts)).toBeLessThan(0.02)
  }
}
