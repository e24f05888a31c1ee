import type { Finding } from '../../server/doctor/check.ts'
import { createDoctorContext } from '../../server/doctor/create-context.ts'
import { runChecks } from '../../server/doctor/run-checks.ts'
import { toPlainText } from './output.ts'
import type { Owner } from './with-owner.ts'

/** Runs the checks of doctor. Prints each finding as soon as its check is done. */
export async function checkInstallation(
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
