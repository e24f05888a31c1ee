import type { Command } from 'commander'
import { countRows } from '../../server/backup/manifest.ts'
import { checkBackup } from '../../server/backup/restore-backup.ts'
import { addIdentityOption, describePlace, type IdentityOption, openBackupSource } from '../shared/backup-source.ts'
import { formatTime } from '../shared/dates.ts'
import { addJsonOption, createOutput, type OutputOptions } from '../shared/output.ts'
import { createProgress } from '../shared/progress.ts'

/** Checks every part of a backup, without a database. */
export function addVerify(program: Command) {
  const command = program
    .command('verify')
    .description('read all of a backup and check that it is whole and unchanged')
    .argument('<file>', 'a backup: a file, or s3://key:secret@host/bucket/folder/file?region=…')
  addJsonOption(addIdentityOption(command)).action(async (place: string, options: OutputOptions & IdentityOption) => {
    const progress = createProgress({ unit: 'bytes' })
    const manifest = await checkBackup(() => openBackupSource(place, options), progress.count).finally(progress.end)
    const file = await describePlace(place)
    const { made_at, schema_version, postgres_version, pictures } = manifest
    const rows = countRows(manifest)
    createOutput(options).result(
      { file, made_at, schema_version, postgres_version, rows, pictures: pictures.files, missing_pictures: pictures.missing },
      () =>
        `${file} is whole: made at ${formatTime(new Date(made_at))}, ${rows} rows and ${pictures.files} pictures, schema ${schema_version}, PostgreSQL ${postgres_version}.${pictures.missing > 0 ? ` When it was made, ${pictures.missing} files of pictures could not be read.` : ''}`,
    )
  })
}
