import { createRouter } from '@tanstack/react-router'
import { clearQueryCache, endSession } from '../auth/session.ts'
import { ToLogin } from '../auth/to-login.tsx'
import { onSessionEnd } from '../lib/api/api.ts'
import { NO_CONNECTION } from '../lib/api/messages.ts'
import { parseSearch, stringifySearch } from '../lib/url/url-search.ts'
import { PageError } from '../ui/feedback/page-error.tsx'
import { keepFocus } from './keep-focus.ts'
import { routeTree } from './route-tree.gen.ts'

// The router reloads the page once when a script of a screen is missing, because a newer version may have replaced it. Without a network
// the reload would end on the error page of the browser. It knows a missing script by its message.
window.addEventListener('vite:preloadError', ({ payload }) => {
  if (!navigator.onLine) payload.message = NO_CONNECTION
})

/** The router of the address bar; when the session ends it leads to /login. */
export function createAppRouter() {
  const router = createRouter({
    routeTree,
    parseSearch,
    stringifySearch,
    defaultErrorComponent: PageError,
    defaultNotFoundComponent: ToLogin,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0, // the query cache decides what is stale
    scrollRestoration: true,
  })

  keepFocus(router)
  onSessionEnd(async (isRefused) => {
    if (router.state.location.pathname === '/login') return
    endSession(isRefused)
    await router.navigate({ to: '/login', replace: true })
    clearQueryCache()
  })
  return router
}

export type AppRouter = ReturnType<typeof createAppRouter>

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter
  }
  interface StaticDataRouteOption {
    /** The title of the browser tab, before ' · Winkel'; some have it from the parameters of the path. */
    title?: string | ((params: Record<string, string | undefined>) => string)
  }
}
