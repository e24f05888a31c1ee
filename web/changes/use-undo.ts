import type { Change } from '../../contract/changes.ts'
import { client } from '../lib/api/api.ts'
import { useSave } from '../lib/api/use-save.ts'

/** Takes a change back. */
export const useUndo = () =>
  useSave(
    ({ noun, rowid, changeid }: Change) => {
      if (noun === 'bulk change') return undoBulkChange(rowid)
      const id = Number(rowid)
      return noun === 'employee'
        ? client.employees.undo({ employeeid: id, changeid })
        : client.products.undo({ productid: id, changeid })
    },
    ['changes', 'employees', 'products'],
  )

/** Its answer comes in parts. The last one says how many products were given back. */
async function undoBulkChange(changeid: string) {
  for await (const _ of await client.products.changes.undo({ changeid }));
}
