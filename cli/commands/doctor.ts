import type { Command } from 'commander'
import type { Finding } from '../../server/doctor/check.ts'
import { createDoctorContext } from '../../server/doctor/create-context.ts'
import { repairRollUps } from '../../server/doctor/repair-roll-ups.ts'
import { runChecks } from '../../server/doctor/run-checks.ts'
import { confirm } from '../shared/confirm.ts'
import { EXIT } from '../shared/exit-codes.ts'
import { addJsonOption, createOutput, type OutputOptions, toPlainText } from '../shared/output.ts'
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
  let findings = await check(owner, output.message)
  let repaired: number | undefined
  if (options.repair) {
    const isWrong = findings.some(({ check, status }) => check === 'roll-ups' && status !== 'ok')
    if (isWrong) {
      await confirm({ what: 'The roll-ups that differ are built again from the sales.', yes: options.yes })
      repaired = await repair(owner)
      findings = await check(owner, output.message)
    } else output.message('There is nothing to repair: the roll-ups equal the sales.')
  }
  const wrong = findings.filter(({ status }) => status !== 'ok').length
  output.result({ status: wrong > 0 ? 'findings' : 'ok', repaired, findings }, () =>
    wrong > 0 ? `Findings: ${wrong}.` : 'Everything is in order.',
  )
  if (wrong > 0) process.exitCode = EXIT.findings
}

/** Prints each finding as soon as its check is done. */
export async function check(
  { client, isEmbedded, operator }: Pick<Owner, 'client' | 'isEmbedded' | 'operator'>,
  print: (line: string) => void,
) {
  const context = createDoctorContext({ client, isEmbedded, config: operator, environment: process.env })
  const findings: Finding[] = []
  for await (const finding of runChecks(context)) {
    findings.push(finding)
    print(formatFinding(finding))
  }
  return findings
}

const formatFinding = (finding: Finding) => {
  const { check, status, sentence } = finding
  const line = `${status.padEnd(7)}  ${check}: ${toPlainText(sentence)}`
  return finding.status === 'ok' ? line : `${line} ${toPlainText(finding.remedy)}`
}

async function repair({ client }: Owner) {
  const progress = createProgress({ unit: 'sums' })
  const { rows } = await client.query('select id from business order by id')
  let repaired = 0
  for (const { id } of rows) repaired += await repairRollUps(client, id, progress.count)
  progress.end()
  return repaired
}
