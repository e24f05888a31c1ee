type OnEnd = (event: string, message: string, error?: unknown) => void

/**
 * Calls `end` once: at the end of the file, when the client cancels, or when a page fails. Then it calls `abort`: an error in the
 * stream would be printed once more, and what is sent must not look complete.
 */
export function createFileStream(file: AsyncIterator<Uint8Array>, end: OnEnd, abort: () => void) {
  let isEnded = false
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await file.next()
        if (isEnded) return
        if (!done) return controller.enqueue(value)
        end('export_finished', 'an export was read to its end')
        controller.close()
      } catch (error) {
        if (isEnded) return
        isEnded = true
        end('export_failed', 'an export broke off', error)
        abort()
      }
    },
    async cancel() {
      if (isEnded) return
      isEnded = true
      await file.return?.() // waits for the page that is being read
      end('export_cancelled', 'an export was cancelled')
    },
  })
}
