import type { Page } from '@playwright/test'

/** The rows of a store of IndexedDB in a page; none where there is no such database, which is not made then. */
export const readPageDatabase = <Row>(page: Page, database: string, store: string): Promise<Row[]> =>
  page.evaluate(
    async ([name, from]) => {
      if (!(await indexedDB.databases()).some((each) => each.name === name)) return []
      return new Promise<Row[]>((resolve, reject) => {
        const opening = indexedDB.open(name)
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const reading = opening.result.transaction(from).objectStore(from).getAll()
          reading.onerror = () => reject(reading.error)
          reading.onsuccess = () => {
            opening.result.close()
            resolve(reading.result)
          }
        }
      })
    },
    [database, store] as const,
  )
