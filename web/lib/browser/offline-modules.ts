import { NO_CONNECTION } from '../api/messages.ts'

// The router reloads the page once when a script of a screen is missing, because a newer version may have replaced it. Without a network
// the reload would end on the error page of the browser. It knows a missing script by its message.
window.addEventListener('vite:preloadError', ({ payload }) => {
  if (!navigator.onLine) payload.message = NO_CONNECTION
})
