import type { StatsFs } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { getErrorCode } from '../../../db/errors.ts'
import { type Check, ok, problem, warning } from '../check.ts'

const GIB = 1024 ** 3
const FEW_BYTES = GIB
const VERY_FEW_BYTES = GIB / 4
const SMALL_SHARE = 0.05

/** The disk of DATA_DIR. PostgreSQL does not tell how full its disk is, so an external one is not looked at. */
export const disk: Check = {
  name: 'disk',
  async run({ client, config, isEmbedded }) {
    const { bavail, bsize, blocks } = await findSpace(config.dataDir)
    const { rows } = await client.query('select pg_database_size(current_database())::float as bytes')
    return assessSpace(
      { free: bavail * bsize, total: blocks * bsize },
      config.dataDir,
      describeDatabase(rows[0].bytes, isEmbedded),
    )
  },
}

/** A folder that the first start creates is going to be on the disk of the one above it. */
async function findSpace(folder: string): Promise<StatsFs> {
  return statfs(folder).catch((error) => {
    if (getErrorCode(error) !== 'ENOENT' || dirname(folder) === folder) throw error
    return findSpace(dirname(folder))
  })
}

const describeDatabase = (bytes: number, isEmbedded: boolean) =>
  `The database has ${formatBytes(bytes)}${isEmbedded ? '' : ' on the disk of its own server, which is not checked here'}.`

export function assessSpace({ free, total }: { free: number; total: number }, folder: string, database: string) {
  const sentence = `${formatBytes(free)} of ${formatBytes(total)} are free on the disk of ${folder}. ${database}`
  const remedy = 'Free some space or move the folder to a larger disk. When the disk is full, no sale is stored.'
  if (free < VERY_FEW_BYTES) return problem(sentence, remedy)
  return free < FEW_BYTES || free < total * SMALL_SHARE ? warning(sentence, remedy) : ok(sentence)
}

const formatBytes = (bytes: number) => (bytes < GIB ? `${Math.ceil(bytes / 1024 ** 2)} MB` : `${(bytes / GIB).toFixed(1)} GB`)
