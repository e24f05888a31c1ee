import { writeFileSync } from 'node:fs'
import { PAGE, renderPage } from './specification.ts'

writeFileSync(PAGE, renderPage())
