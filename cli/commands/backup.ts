import type { Command } from 'commander'
import { makeBackup } from '../../server/backup/make-backup.ts'
import { countRows } from '../../server/backup/manifest.ts'
import { describeLost } from '../../server/backup/write-pictures.ts'
import { EXIT } from '../shared/exit-codes.ts'
import { addJsonOption, createOutput, type OutputOptions } from '../shared/output.ts'
import { createProgress } from '../shared/progress.ts'
import { withOwner } from '../shared/with-owner.ts'
import { withStopSignal } from '../shared/with-stop-signal.ts'

/** Backs up the database and the pictures, while servers run or not. */
export function addBackup(program: Command) {
  const command = program
    .command('backup')
    .description('back up the database and the pictures, also while the server runs')
    .argument(
      '[place]',
      'a file, a folder, or s3://key:secret@host/bucket/folder?region=…; BACKUP_URL or DATA_DIR/backups by default',
    )
  addJsonOption(command).action((place: string | undefined, options: OutputOptions) =>
    withOwner((owner) => run(owner, place, options), { checkVersion: false }),
  )
}

type Owner = Parameters<Parameters<typeof withOwner>[0]>[0]

async function run({ config: database, operator }: Owner, location: string | undefined, options: OutputOptions) {
  const output = createOutput(options)
  const config = { ...operator, authSecret: process.env['AUTH_SECRET'] }
  const onProgress = createOnProgress()
  const {
    location: file,
    bytes,
    manifest,
    lost,
  } = await withStopSignal('The backup was stopped. Nothing is left of it.', (signal) =>
    makeBackup({ config, database, kind: 'manual', location, signal, onProgress: onProgress.report }),
  ).finally(onProgress.end)
  const { made_at, schema_version, pictures } = manifest
  const rows = countRows(manifest)
  const encrypted = operator.backupEncryptTo !== undefined
  output.result(
    { file, bytes, encrypted, made_at, schema_version, rows, pictures: pictures.files, missing_pictures: pictures.missing, lost },
    () =>
      [
        `${file}: ${rows} rows and ${pictures.files} pictures, ${bytes < 1e6 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`}${encrypted ? ', encrypted' : ''}.`,
        lost.length > 0 && `Of pictures, ${lost.length} files are not in it:\n${describeLost(lost).join('\n')}`,
        !manifest.auth_secret.is_included && 'AUTH_SECRET is not in the backup: keep it elsewhere, two-step sign-in needs it.',
      ]
        .filter(Boolean)
        .join('\n'),
  )
  if (lost.length > 0) process.exitCode = EXIT.findings
}

function createOnProgress() {
  let progress: ReturnType<typeof createProgress> | undefined
  let last = { done: 0, rows: 0 }
  return {
    report({ done, total, rows }: { done: number; total: number; rows: number }) {
      progress ??= createProgress({ unit: 'rows', total })
      progress.count(rows - last.rows)
      progress.advance(done - last.done)
      last = { done, rows }
    },
    end: () => progress?.end(),
  }
}
