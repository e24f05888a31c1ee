import { Client } from 'pg'
import { startTestCluster } from '../db/testing/cluster.ts'
import { type CatalogueRule, KINDS, readRules } from '../db/testing/rules/catalogue.ts'
import { findBlindProofs, findBrokenProofs } from '../db/testing/rules/rule.ts'
import { createShops } from '../db/testing/rules/shops.ts'
import { createRuleTable } from '../db/testing/rules/table.ts'
import { testStore } from '../db/testing/store.ts'
import { defineDrill } from './lib/drill.ts'

export default defineDrill({
  description: 'each rule of the schema is dropped: the proof of its row in the rule table fails',
  async run({ figure, promise, onFinished }) {
    const { cluster, stop } = await startTestCluster()
    onFinished(stop)
    const store = await testStore(cluster)
    onFinished(store.close)
    const client = new Client(store.admin)
    await client.connect()
    onFinished(() => client.end())
    const shops = await createShops(store.ownerPool)
    const rules = await readRules(client)
    const table = createRuleTable(shops)

    const broken: string[] = []
    for (const row of table) broken.push(...(await findBrokenProofs(client, shops, row)))

    const unnoticed: CatalogueRule[] = []
    for (const rule of rules) {
      const row = table.find(({ kind, name }) => kind === rule.kind && name === rule.name)
      if (!row || (await findBlindProofs(client, shops, row, rule)).length > 0) unnoticed.push(rule)
    }
    for (const kind of KINDS) {
      const all = rules.filter((rule) => rule.kind === kind).length
      figure(kind, `${all - unnoticed.filter((rule) => rule.kind === kind).length} of ${all}`)
    }
    figure('all rules', `${rules.length - unnoticed.length} of ${rules.length}`)
    promise('each proof holds while its rule is there', broken.length === 0, broken)
    promise('the rule table notices each rule that is dropped', unnoticed.length === 0, unnoticed)
  },
})
