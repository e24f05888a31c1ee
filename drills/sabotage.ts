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
  options: { each: 1_000 },
  tiny: { each: 1 },
  async run({ options, figure, promise, onFinished }) {
    const starting = startTestCluster()
    onFinished(async () => (await starting).stop())
    const { cluster } = await starting
    const store = await testStore(cluster)
    onFinished(store.close)
    const client = new Client(store.admin)
    await client.connect()
    onFinished(() => client.end())
    const shops = await createShops(store.ownerPool)
    const all = await readRules(client)
    const rules = KINDS.flatMap((kind) => all.filter((rule) => rule.kind === kind).slice(0, options.each))
    const table = createRuleTable(shops)

    const broken: string[] = []
    const isChosen = ({ kind, name }: Pick<CatalogueRule, 'kind' | 'name'>) =>
      rules.some((rule) => rule.kind === kind && rule.name === name)
    for (const row of table.filter(isChosen)) broken.push(...(await findBrokenProofs(client, shops, row)))

    const unnoticed: CatalogueRule[] = []
    for (const rule of rules) {
      const row = table.find(({ kind, name }) => kind === rule.kind && name === rule.name)
      if (!row || (await findBlindProofs(client, shops, row, rule)).length > 0) unnoticed.push(rule)
    }
    for (const kind of KINDS) {
      const total = rules.filter((rule) => rule.kind === kind).length
      figure(kind, `${total - unnoticed.filter((rule) => rule.kind === kind).length} of ${total}`)
    }
    figure('all rules', `${rules.length - unnoticed.length} of ${rules.length}`)
    promise('each proof holds while its rule is there', broken.length === 0, broken)
    promise('the rule table notices each rule that is dropped', unnoticed.length === 0, unnoticed)
  },
})
