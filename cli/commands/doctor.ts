import type { Command } from 'commander'
import { repairRollUps } from '../../server/doctor/repair-roll-ups.ts'
import { checkInstallation } from '../shared/check-installation.ts'
import { confirm } from '../shared/confirm.ts'
import { EXIT } from '../shared/exit-codes.ts'
import { addJsonOption, createOutput, type OutputOptions } from '../shared/output.ts'
import { createProgress } from '../shared/progress.ts'
import { type Owner, withOwner } from '../shared/with-owner.ts'

type Options = OutputOptions & { repair?: boolean; yes?: boolean }

export function addDoctor(program: Command) {
  const command = program
    .command('doctor')
    .description('check configuration, database, figures, pictures, disk, clock, mail and backups')
    .option('--repair', 'build the roll-ups again where they differ from the sales, and nothing else')
    .option('--yes', 'repair without asking')
  addJsonOption(command).action((options: Options) => withOwner((owner) => runDoctor(owner, options)))
}

async function runDoctor(owner: Owner, options: Options) {
  const output = createOutput(options)
  let findings = await checkInstallation(owner, output.message)
  let repaired: number | undefined
  if (options.repair) {
    const isWrong = findings.some(({ check, status }) => check === 'roll-ups' && status !== 'ok')
    if (isWrong) {
      await confirm({ what: 'The roll-ups that differ are built again from the sales.', yes: options.yes })
      repaired = await repair(owner)
      findings = await checkInstallation(owner, output.message)
    } else output.message('There is nothing to repair: the roll-ups equal the sales.')
  }
  const wrong = findings.filter(({ status }) => status !== 'ok').length
  const hasProblem = findings.some(({ status }) => status === 'problem')
  output.result({ status: wrong > 0 ? 'findings' : 'ok', repaired, findings }, () =>
    wrong > 0 ? `Findings: ${wrong}.` : 'Everything is in order.',
  )
  if (hasProblem) process.exitCode = EXIT.findings
}

async function repair({ client }: Owner) {
  const progress = createProgress({ unit: 'sums' })
  const { rows } = await client.query('select id from business order by id')
  let repaired = 0
  for (const { id } of rows) repaired += await repairRollUps(client, id, progress.count)
  progress.end()
  return repaired
}
