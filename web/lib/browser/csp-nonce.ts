import { setNonce } from 'get-nonce'
import { z } from 'zod'

/** The nonce of this page. The server writes a new one into index.html for every request. */
export const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''

// Must run before any schema is created: zod checks then whether it may compile code, which the policy forbids.
z.config({ jitless: true })
setNonce(nonce)
