import { z } from 'zod'

/** What a version conflict needs of a document. The schema of a whole one would bring that of products along. */
export const CountVersion = z.object({ version: z.number().int() })
