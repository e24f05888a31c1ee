import { expect } from 'vitest'

type Source = { node?: Node; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }

/** Records from now on what moves; the returned function expects that nothing did. */
export function watchShifts() {
  const shifts: { value: number; nodes: string[] }[] = []
  const note = (entries: PerformanceEntry[]) => {
    for (const entry of entries as (PerformanceEntry & { value: number; sources: Source[] })[])
      shifts.push({
        value: entry.value,
        nodes: entry.sources.map(({ node, previousRect, currentRect }) =>
          [
            node instanceof Element ? node.outerHTML.slice(0, 80) : '?',
            previousRect.y,
            previousRect.height,
            currentRect.y,
            currentRect.height,
          ].join(' '),
        ),
      })
  }
  // Also what moves soon after an input, which is one of the test before on a fast machine: nothing is pressed while it watches.
  const observer = new PerformanceObserver((list) => note(list.getEntries()))
  observer.observe({ type: 'layout-shift' })
  return async () => {
    for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame) // the last change is drawn
    note(observer.takeRecords())
    observer.disconnect()
    const total = shifts.reduce((sum, { value }) => sum + value, 0)
    expect(total, JSON.stringify(shifts)).toBeLessThan(0.02)
  }
}
