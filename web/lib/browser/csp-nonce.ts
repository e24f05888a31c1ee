import { setNonce } from 'get-nonce'
import { z } from 'zod'

/** The nonce of this page, which the server puts into index.html with every answer. */
export const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''

// Imported before anything else: schemas decide when they are made whether they may compile code, which the policy forbids.
z.config({ jitless: true })
setNonce(nonce)
