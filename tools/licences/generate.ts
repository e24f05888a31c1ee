import { writeFileSync } from 'node:fs'
import { LICENCES_PAGE, renderLicences } from './licences.ts'

writeFileSync(LICENCES_PAGE, renderLicences())
