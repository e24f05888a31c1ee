import { createAccessKeys } from '../../shared/access-key.ts'

export const {
  generate: generateTillKey,
  derive: deriveTillKey,
  digest: digestTillKey,
  read: readTillKey,
} = createAccessKeys('wk_', 'till key')
