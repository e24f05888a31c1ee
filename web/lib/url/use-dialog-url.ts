import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { OptionalId } from '../../../contract/shared/fields.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** How many rows were opened one after another since the list was shown. */
    openedRows?: number
  }
}

/**
 * The row whose dialog the URL opens, such as `?sale=42`. Each opened row is a history entry: Back returns to the row before, and at
 * last to the list. `close` returns to the list at once.
 */
export function useDialogUrl(parameter: string) {
  const { history } = useRouter()
  const navigate = useNavigate()
  const search: Record<string, unknown> = useSearch({ strict: false })
  const id = OptionalId.safeParse(search[parameter]).data
  const isClosing = useRef(false)

  useEffect(() => {
    isClosing.current = false
    // The address was opened directly. The list becomes the entry before it, so that Back stays in the app.
    if (id !== undefined && !history.canGoBack()) insertList(history, parameter)
  }, [id, history, parameter])

  const getOpenedRows = () => history.location.state.openedRows ?? 0

  return {
    id,
    open: (next: number) =>
      void navigate({
        to: '.',
        search: { ...search, [parameter]: next } as never,
        state: { openedRows: getOpenedRows() + 1 },
        resetScroll: false,
      }),
    close() {
      if (isClosing.current) return
      isClosing.current = true
      const opened = getOpenedRows()
      if (opened > 0) history.go(-opened)
      else void navigate({ to: '.', search: { ...search, [parameter]: undefined } as never, replace: true, resetScroll: false })
    },
  }
}

function insertList(history: ReturnType<typeof useRouter>['history'], parameter: string) {
  const { pathname, search } = history.location
  const list = new URLSearchParams(search)
  list.delete(parameter)
  history.replace(`${pathname}${list.size > 0 ? `?${list}` : ''}`)
  history.flush() // else both become one entry
  history.push(`${pathname}${search}`, { openedRows: 1 })
}
