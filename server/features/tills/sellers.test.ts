import { afterAll, expect, test } from 'vitest'
import { testServer } from '../../testing/server.ts'
import { createSale, createShopHelpers, readStatuses } from '../../testing/till-shop.ts'

const server = await testServer()
afterAll(server.close)
const { ask, addEmployee, createOwnedShop, createShop } = createShopHelpers(server)

type Shop = { businessid: string; siteid: number }
/** The sellers of all sales by reference, and the rows of sellers that nobody is. */
async function readSellers({ businessid }: Pick<Shop, 'businessid'>) {
  const rows = await ask<{ reference: string; firstname: string; code: string | null; name: string | null }>(
    `select s.reference, e.firstname, u.code, u.name from sales s join employee e using (businessid, employeeid)
       left join seller_sales x using (businessid, saleid) left join unknown_sellers u using (businessid, sellerid)
      where s.businessid = $1 order by 1`,
    [businessid],
  )
  return rows.map(({ reference, firstname, code, name }) => [reference, firstname, ...(code === null ? [] : [code, name])])
}

async function addPerson(shop: Shop, code: string | null, [firstname, lastname] = ['Sipho', 'Dube']) {
  const employeeid = await addEmployee(shop)
  await ask('update employee set employee_code = $2, firstname = $3, lastname = $4 where employeeid = $1', [
    ...[employeeid, code, firstname, lastname],
  ])
  return employeeid
}

test('sellers of tills: a code is the employee’s who has it, without case, and a name the only employee’s with it', async () => {
  const { till, ...shop } = await createShop()
  await addPerson(shop, 'S12')
  await addPerson(shop, null, ['Lerato', 'Mokoena'])
  await till.push([
    createSale('a', { employee_code: 's12' }),
    createSale('b', { employee_code: ' S 12 ', employee_name: 'Somebody' }),
    createSale('c', { employee_name: 'LERATO  mokoena' }),
    createSale('d', { employee_code: '', employee_name: null }),
  ])
  expect(await readSellers(shop)).toEqual([
    ['a', 'Sipho'],
    ['b', 'Sipho'],
    ['c', 'Lerato'],
    ['d', 'Till'],
  ])
})

test('sellers of tills: a code or a name that nobody has is kept with the sale, once, which counts for the till of the site', async () => {
  const { till, ...shop } = await createShop()
  const foreign = await createShop()
  await addPerson(foreign, '7')
  for (const name of ['Zanele', 'Zanele']) await addPerson(shop, null, [name, 'Zulu'])
  await till.push([
    createSale('a', { employee_code: '7', employee_name: 'Anna' }),
    createSale('b', { employee_code: '7' }),
    createSale('c', { employee_name: 'Old  Cashier' }),
    createSale('d', { employee_name: 'oldcashier' }),
    createSale('e', { employee_name: 'Zanele Zulu' }),
  ])
  expect(await readSellers(shop)).toEqual([
    ['a', 'Till', '7', 'Anna'],
    ['b', 'Till', '7', 'Anna'],
    ['c', 'Till', '', 'Old  Cashier'],
    ['d', 'Till', '', 'Old  Cashier'],
    ['e', 'Till', '', 'Zanele Zulu'],
  ])
})

test('sellers of tills: an employeeid beside a code or a name rejects the sale', async () => {
  const { till, ...shop } = await createShop()
  const employeeid = await addPerson(shop, '7')
  const { body } = await till.push([
    createSale('a', { employeeid, employee_code: '7' }),
    createSale('b', { employeeid, employee_name: 'Sipho' }),
    createSale('c', { employeeid, employee_code: '' }),
    createSale('d', { employee_code: 'x'.repeat(41) }),
  ])
  const reason = 'Give either employeeid, or employee_code and employee_name.'
  expect(body.sales).toMatchObject([
    { status: 'rejected', reason, field: 'sales[0].employeeid' },
    { status: 'rejected', reason, field: 'sales[1].employeeid' },
    { status: 'created' },
    { status: 'rejected', field: 'sales[3].employee_code' },
  ])
})

test('sellers of tills: a resend with the same code means the same, also when an employee has the code since, and another code does not', async () => {
  const { till, ...shop } = await createShop()
  const again = (more: object) => createSale('a', { saledate: '2026-11-21T12:05:00Z', ...more })
  await till.push([createSale('a', { employee_code: 'K1', employee_name: 'Anna' })])
  const statuses = async () => {
    const sent = [{ employee_code: 'K1', employee_name: 'Anna' }, { employee_code: 'k1' }, { employee_code: 'K2' }, {}]
    const answers = []
    for (const more of sent) answers.push(...readStatuses(await till.push([again(more)])))
    return answers
  }
  expect(await statuses()).toEqual(['duplicate', 'duplicate', 'rejected', 'rejected'])
  const employeeid = await addPerson(shop, 'K1')
  expect(await statuses(), 'somebody got the code since').toEqual(['duplicate', 'duplicate', 'rejected', 'rejected'])
  await till.push([createSale('b', { employee_code: 'K1' })])
  const sendB = async (more: object) =>
    readStatuses(await till.push([createSale('b', { saledate: '2026-11-21T12:05:00Z', ...more })]))[0]
  expect([await sendB({ employee_code: 'k1' }), await sendB({ employeeid }), await sendB({})]).toEqual([
    ...['duplicate', 'duplicate', 'rejected'],
  ])
})

test('sellers of tills: twenty tills that send the same unknown seller at once keep it once', async () => {
  const shop = await createOwnedShop()
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, nth) => shop.till.push([createSale(`${nth}`, { employee_code: `${nth % 2}` })])),
  )
  expect(answers.flatMap(readStatuses)).toEqual(Array(20).fill('created'))
  expect(await ask('select code from unknown_sellers where businessid = $1 order by 1', [shop.businessid])).toEqual([
    { code: '0' },
    { code: '1' },
  ])
})
