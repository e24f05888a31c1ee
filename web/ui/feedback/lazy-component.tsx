import { type ComponentType, lazy, type ReactNode, Suspense, startTransition, useEffect, useState, useTransition } from 'react'
import { LoadFailure } from './load-failure.tsx'

type Options<Props> = {
  /** The message when the code could not be loaded. */
  failure: string
  /** Keeps the place of the component. */
  loading?: ReactNode
  /** What is around the message, such as a dialog. */
  frame?: (message: ReactNode, props: Props) => ReactNode
}

/**
 * `React.lazy` whose failed load says so and can be tried again. `preload` loads the code before it is shown: it then appears at once, also
 * without a network. It is loaded in a transition, because React reveals what was suspended outside of one 300 ms late.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { failure, loading = null, frame = (message) => message }: Options<Props>,
) {
  let loaded: ComponentType<Props> | undefined
  const preload = async () => {
    loaded = await load()
    return { default: loaded }
  }
  const createLazy = (onRetry: () => void, isRetry = false) =>
    lazy(() =>
      preload().catch(async (error: unknown) => {
        if (isRetry) await reloadPage()
        return { default: (props: Props) => frame(<CodeFailure error={error} failure={failure} onRetry={onRetry} />, props) }
      }),
    )

  function LazyComponent(props: Props) {
    const [Code, setCode] = useState<ComponentType<Props> | undefined>(() => loaded)
    useEffect(() => {
      const start = (isRetry: boolean) => {
        // Not in the update of the state, which React runs again each time it renders.
        const Lazy = createLazy(() => start(true), isRetry)
        setCode(() => Lazy)
      }
      if (!loaded) startTransition(() => start(false))
    }, [])
    return <Suspense fallback={loading}>{Code ? <Code {...props} /> : loading}</Suspense>
  }
  LazyComponent.preload = () => void preload().catch(() => {}) // shown when it is rendered
  return LazyComponent
}

/**
 * A browser may keep the failure of a script until the page is loaded again (whatwg/html#6768; Chromium 150, but not 156), and a newer version of
 * Winkel may have replaced the script. Without a server the page would end on the error page of the browser, so it stays.
 */
async function reloadPage() {
  const { ok } = await fetch('/', { method: 'HEAD' }).catch(() => ({ ok: false }))
  if (ok) window.location.reload()
}

function CodeFailure({ error, failure, onRetry }: { error: unknown; failure: string; onRetry: () => void }) {
  const [isFetching, startRetry] = useTransition()
  return <LoadFailure query={{ error, isFetching, refetch: () => startRetry(onRetry) }} failure={failure} />
}
