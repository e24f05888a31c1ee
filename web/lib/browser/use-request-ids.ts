import { useRef } from 'react'
import { createUuid } from './uuid.ts'

/** The idempotency key of each name of a file: a repeated click adds nothing twice. */
export function useRequestIds() {
  const ids = useRef(new Map<string, string>())
  return (name: string) => {
    const id = ids.current.get(name) ?? createUuid()
    ids.current.set(name, id)
    return id
  }
}
