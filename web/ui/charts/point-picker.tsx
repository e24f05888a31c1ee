import { type PointerEvent, useRef } from 'react'
import { findNearest, type Place } from './layout.ts'
import classes from './plot.module.css'

type Props<Placed extends Place> = {
  label: string
  places: readonly Placed[]
  pointed: number | null
  onPoint: (pointed: number | null) => void
  valueText: (place: Placed) => string
  /** Enter, or a click on the chosen point. */
  onOpen?: ((place: Placed) => void) | undefined
  /** What `onOpen` does, for screen readers. */
  description?: string | undefined
}

/** Mouse, touch and arrow keys choose a point. After a touch it stays chosen, and a second one opens it. */
export function PointPicker<Placed extends Place>(props: Props<Placed>) {
  const { label, places, pointed, onPoint, valueText, onOpen, description } = props
  const end = places.length - 1
  const now = Math.min(pointed ?? end, end)
  const place = places[now]
  // React may not have rendered the last move of the mouse when it is pressed.
  const chosen = useRef<number | null>(null)
  const pressed = useRef<number | null>(null)
  const choose = (point: number | null) => {
    chosen.current = point
    onPoint(point)
  }
  const steps: Record<string, number> = {
    ArrowLeft: now - 1,
    ArrowDown: now - 1,
    ArrowRight: now + 1,
    ArrowUp: now + 1,
    Home: 0,
    End: end,
  }
  const findPoint = (event: PointerEvent) => findNearest(places, event.clientX - event.currentTarget.getBoundingClientRect().left)

  return (
    <div
      className={classes.pointer}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-description={description}
      aria-valuemin={0}
      aria-valuemax={end}
      aria-valuenow={now}
      aria-valuetext={place && valueText(place)}
      data-opens={onOpen ? true : undefined}
      onPointerDown={(event) => {
        pressed.current = findPoint(event) === chosen.current ? chosen.current : null
        choose(findPoint(event))
      }}
      onPointerMove={(event) => choose(findPoint(event))}
      onPointerLeave={(event) => event.pointerType === 'mouse' && choose(null)}
      onClick={() => {
        const opened = pressed.current === null ? undefined : places[pressed.current]
        if (opened) onOpen?.(opened)
      }}
      onFocus={(event) => event.currentTarget.matches(':focus-visible') && choose(now)}
      onBlur={() => choose(null)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') return choose(null)
        if (event.key === 'Enter' && place) return onOpen?.(place)
        const next = steps[event.key]
        if (next === undefined) return
        event.preventDefault()
        choose(Math.max(0, Math.min(next, end)))
      }}
    />
  )
}
