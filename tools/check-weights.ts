import { resolve } from 'node:path'
import { printWeights, weigh } from './weights.ts'

const weights = await weigh(resolve(import.meta.dirname, '../dist'))
printWeights(weights)
if (weights.some(({ kilobytes, budget }) => kilobytes > budget)) process.exitCode = 1
