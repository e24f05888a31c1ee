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
  const createLazy = (onRetry: () => void) =>
    lazy(() =>
      preload().catch((error: unknown) => ({
        default: (props: Props) => frame(<CodeFailure error={error} failure={failure} onRetry={onRetry} />, props),
      })),
    )

  function LazyComponent(props: Props) {
    const [Code, setCode] = useState<ComponentType<Props> | undefined>(() => loaded)
    useEffect(() => {
      const start = () => {
        // Not in the update of the state, which React runs again each time it renders.
        const Lazy = createLazy(start)
        setCode(() => Lazy)
      }
      if (!loaded) startTransition(start)
    }, [])
    return <Suspense fallback={loading}>{Code ? <Code {...props} /> : loading}</Suspense>
  }
  LazyComponent.preload = () => void preload().catch(() => {}) // shown when it is rendered
  return LazyComponent
}

function CodeFailure({ error, failure, onRetry }: { error: unknown; failure: string; onRetry: () => void }) {
  const [isFetching, startRetry] = useTransition()
  return <LoadFailure query={{ error, isFetching, refetch: () => startRetry(onRetry) }} failure={failure} />
}
