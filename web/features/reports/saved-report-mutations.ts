import type { SavedReport } from '../../../contract/reports.ts'
import { client } from '../../lib/api/api.ts'
import { useSave } from '../../lib/api/use-save.ts'

/** Saves a report under a name, or renames the given one. */
export const useSaveReport = () =>
  useSave(
    async ({ reportid, ...input }: Omit<SavedReport, 'reportid'> & { reportid?: number | undefined }) => {
      if (reportid === undefined) await client.reports.saved.create(input)
      else await client.reports.saved.update({ ...input, reportid })
    },
    ['reports.saved'],
  )

export const useRemoveReport = () =>
  useSave(({ reportid }: { reportid: number }) => client.reports.saved.remove({ reportid }), ['reports.saved'])
