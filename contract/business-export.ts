import { oc } from '@orpc/contract'
import { z } from 'zod'
import { dataErrors, NOT_FOUND } from './shared/errors.ts'

export const BusinessExport = z.object({
  /** `none`: there is no file, or it was deleted after a day. */
  state: z.enum(['none', 'running', 'ready', 'failed']),
  /** When the file was begun; null when there is none. Its rows are those of this moment. */
  created_at: z.date().nullable(),
  /** When the file is deleted. */
  expires_at: z.date().nullable(),
  /** Rows that are in the file, of about as many. */
  done: z.number().int(),
  of: z.number().int(),
  bytes: z.number().int(),
  /** About how many bytes a new file has. */
  estimated_bytes: z.number().int(),
})
export type BusinessExport = z.infer<typeof BusinessExport>

export const businessExportErrors = {
  OWNER_ONLY: { status: 403, message: 'Only the owner can download the data of the business.' },
  EXPORT_RUNNING: { status: 409, message: 'The file is already being made.' },
} as const

const { OWNER_ONLY, EXPORT_RUNNING } = businessExportErrors

const route = oc.errors({ ...dataErrors, OWNER_ONLY })

export const businessExport = {
  get: route
    .route({
      method: 'GET',
      path: '/account/export',
      summary: 'The file of all data of the business; owner only',
      tags: ['Account'],
    })
    .output(BusinessExport),
  create: route
    .route({
      path: '/account/export',
      summary: 'Begin a new file of all data of the business; owner only',
      description: 'The file replaces an older one. It is made in the background; account/export says how far it is.',
      tags: ['Account'],
    })
    .output(z.void())
    .errors({ EXPORT_RUNNING }),
}

export const businessExportFiles = {
  download: route
    .route({
      method: 'GET',
      path: '/account/export/file',
      summary: 'The file itself, a ZIP archive; owner only',
      description: 'Takes Range and If-Range, so that a download that broke off can go on.',
      tags: ['Account'],
    })
    .output(z.file().mime('application/zip'))
    .errors({ NOT_FOUND }),
}
