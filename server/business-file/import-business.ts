import { type ClientBase, DatabaseError, escapeIdentifier } from 'pg'
import { buildRollUps } from '../doctor/build-roll-ups.ts'
import type { ObjectStore } from '../storage/object-store.ts'
import { pictureKey } from '../storage/picture-files.ts'
import { checkPayments, checkRights, checkSaleSums, checkVatRates } from './check-sums.ts'
import { InvalidBusinessFile } from './invalid-business-file.ts'
import { BUSINESS_FILE, PICTURE_FILE } from './manifest.ts'
import type { BusinessFile } from './open-business-file.ts'
import type { Column, Part } from './part.ts'
import { PARTS } from './parts.ts'
import type { FileRow } from './read-rows.ts'
import { advanceSequence, checkIds } from './sequences.ts'

export type ImportedUser = { user_id: string; name: string; email: string; role: string }

export type ImportResult = {
  businessid: string
  name: string
  /** Owners, admins and people with a right, without a password: each needs a link to set one. */
  toInvite: ImportedUser[]
  /** Employees whose e-mail address is taken here: they are stored without a login. */
  withoutLogin: ImportedUser[]
  /** Tills that need a new key. */
  tills: number
}

export type ImportOptions = {
  file: BusinessFile
  files: ObjectStore
  onRows?: (rows: number) => void
  /** Writes what belongs into the same transaction. */
  beforeCommit?: () => Promise<void>
}

/**
 * Imports a verified file in one transaction: all of it or nothing. Every id is kept, because each key begins with the business.
 * `client` is connected as the owner of the database. Throws InvalidBusinessFile when the business or an owner is there already, or
 * when a row contradicts the database.
 */
export async function importBusiness(client: ClientBase, options: ImportOptions): Promise<ImportResult> {
  const { business } = options.file
  const stored: string[] = []
  await client.query('begin')
  try {
    const result = await importRows(client, options)
    for (const { file } of options.file.manifest.parts) {
      const [, picture, size] = PICTURE_FILE.exec(file) ?? []
      if (!picture || !size) continue
      const key = pictureKey({ businessid: business.id, picture }, size === 'full' ? 'full' : 'thumb')
      stored.push(key)
      await options.files.put(key, await options.file.bytes(file))
    }
    await options.beforeCommit?.()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    for (const key of stored) await options.files.remove(key).catch(() => undefined)
    throw error
  }
}

const SETTINGS = `
  -- The VAT rates and the stock are those of the file, the stock after its sales, and the roll-ups are built when all rows are there.
  set local app.importing_business = 'on';
  -- There are no statistics of rows that are not committed. Lookups by key are right for any number of them.
  set local enable_seqscan = off; set local enable_hashjoin = off; set local enable_mergejoin = off;
  -- To sort and group the roll-ups.
  set local work_mem = '64MB'`

async function importRows(client: ClientBase, { file, onRows = () => undefined }: ImportOptions): Promise<ImportResult> {
  const { business } = file
  await client.query(SETTINGS)
  await insertBusiness(client, file)
  const { users, withoutLogin } = await insertUsers(client, file)
  const logins = new Set(users.map(({ user_id }) => user_id))
  const isNobodyHere = createPersonFilter(withoutLogin)
  const siteUpdates: FileRow[] = []
  const productUpdates: FileRow[] = []
  let tills = 0

  for (const part of PARTS) {
    // PostgreSQL inserts a page while the next one is read.
    let inserting = Promise.resolve()
    try {
      for await (const rows of file.rows(part)) {
        if (part.file === 'tills.csv') tills += rows.filter((row) => row['revoked_at'] === null).length
        if (part.file === 'sites.csv') siteUpdates.push(...rows.filter((row) => row['till_employeeid'] !== null))
        if (part.file === 'products.csv')
          productUpdates.push(...rows.filter((row) => row['same_as'] !== null || isJoinedToLater(row)))
        await inserting
        if (!part.isImportedApart) {
          const insertable = rows.filter((row) => !isNobodyHere(part, row)).map((row) => withoutForwardKeys(part, row, logins))
          inserting = insertRows(client, part, business.id, insertable)
          inserting.catch(() => undefined) // awaited in the next round
        }
        onRows(rows.length)
      }
    } finally {
      await inserting
    }
    if (!part.isImportedApart) await checkIds(client, part, business.id)
    if (part.file === 'vat-rates.csv') await checkVatRates(client, business.id)
    if (part.file === 'rights.csv') await checkRights(client, business.id)
  }
  await checkSaleSums(client, business.id)
  await checkPayments(client, business.id)
  await beginNoticesNextTime(client, business.id)
  await buildRollUps(client, business.id)
  await guard(BUSINESS_FILE, async () => {
    await client.query(
      `update site set till_employeeid = r.till_employeeid
         from jsonb_to_recordset($2::jsonb) as r (siteid bigint, till_employeeid bigint)
        where site.businessid = $1 and site.siteid = r.siteid`,
      [business.id, JSON.stringify(siteUpdates)],
    )
    await client.query(
      `update product set same_as = r.same_as, joined_to = r.joined_to
         from jsonb_to_recordset($2::jsonb) as r (productid bigint, same_as bigint, joined_to bigint)
        where product.businessid = $1 and product.productid = r.productid`,
      [business.id, JSON.stringify(productUpdates)],
    )
    // The file may have been written while sales of a seller were moved: the sweep moves the rest.
    await client.query('update unknown_sellers set unmoved_after = 0 where businessid = $1', [business.id])
    await client.query('update business set primary_siteid = $2 where id = $1', [business.id, business.primary_siteid])
  })
  for (const part of PARTS) if (!part.isImportedApart) await advanceSequence(client, part, business.id)
  const withRight = await listPeopleWithRight(client, business.id)
  const toInvite = users.filter(({ user_id, role }) => role !== 'employee' || withRight.has(user_id))
  if (!toInvite.some(({ role }) => role === 'owner' || role === 'admin'))
    throw new InvalidBusinessFile('users.csv has no owner and no admin: nobody could sign in.')
  return { businessid: business.id, name: business.name, toInvite, withoutLogin, tills }
}

async function insertBusiness(client: ClientBase, { business }: BusinessFile) {
  const { rows } = await client.query('select name from business where id = $1', [business.id])
  if (rows[0]) throw new InvalidBusinessFile(`This business is already here, as ${rows[0].name}. Nothing was imported.`)
  await guard(BUSINESS_FILE, () =>
    client.query(
      `insert into business (id, name, registration_number, timezone, signup_finished_at, created_at, closing_hour, difference_limit,
                             stock_reasons, purchase_price_rule, scale_patterns, vat_number, receipt_lines, discount_limit)
       values ($1, $2, $3, $4, coalesce($5, now()), $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
      [
        ...[business.id, business.name, business.registration_number, business.timezone],
        ...[business.signup_finished_at, business.created_at, business.closing_hour, business.difference_limit],
        ...[business.stock_reasons, business.purchase_price_rule, business.scale_patterns],
        ...[business.vat_number, business.receipt_lines, business.discount_limit],
      ],
    ),
  )
}

/** Creates the logins, without passwords. */
async function insertUsers(client: ClientBase, file: BusinessFile) {
  const users: ImportedUser[] = []
  const withoutLogin: ImportedUser[] = []
  const part = findPart('users.csv')
  for await (const rows of file.rows(part)) {
    for (const row of rows as ImportedUser[]) {
      const isCreated = await guard(part.file, () =>
        client.query(
          `insert into auth."user" (id, name, email, "emailVerified") values ($1, $2, $3, false) on conflict do nothing`,
          [row.user_id, row.name, row.email],
        ),
      )
      if (isCreated.rowCount === 0) {
        if (row.role !== 'employee')
          throw new InvalidBusinessFile(
            `The e-mail address ${row.email} of an owner or admin already has a login here. Nothing was imported.`,
          )
        withoutLogin.push(row)
        continue
      }
      await guard(part.file, () =>
        client.query('insert into business_users (businessid, user_id, role) values ($1, $2, $3)', [
          file.business.id,
          row.user_id,
          row.role,
        ]),
      )
      users.push(row)
    }
  }
  return { users, withoutLogin }
}

/** What is of a person alone. */
const OF_PERSON = ['rights.csv', 'right-sites.csv', 'notices.jsonl']

/** Whether a row is of a person who is imported without a login. */
function createPersonFilter(withoutLogin: ImportedUser[]) {
  const people = new Set(withoutLogin.map(({ user_id }) => user_id))
  return ({ file }: Part, row: FileRow) => OF_PERSON.includes(file) && people.has(String(row['user_id']))
}

async function listPeopleWithRight(client: ClientBase, businessid: string) {
  const { rows } = await client.query<{ user_id: string }>('select user_id from rights where businessid = $1', [businessid])
  return new Set(rows.map(({ user_id }) => user_id))
}

/** As when a notice is chosen: the one of a day whose hour has passed is done. The other installation may have sent it since the file was made. */
const beginNoticesNextTime = (client: ClientBase, businessid: string) =>
  client.query(
    `update notices n
        set sent_for = greatest(n.sent_for, local.time::date - case when extract(hour from local.time) < n.hour then 1 else 0 end)
       from business b cross join lateral (select now() at time zone b.timezone as time) local
      where b.id = $1 and n.businessid = b.id`,
    [businessid],
  )

/** Their user_id refers to a login. */
const HAS_LOGIN = ['employees.csv', 'ticket-messages.csv']

/** The row without what refers to a row that comes later, or that is not imported. */
function withoutForwardKeys({ file }: Part, row: FileRow, logins: Set<string>): FileRow {
  if (file === 'sites.csv') return { ...row, till_employeeid: null }
  if (file === 'products.csv') return { ...row, same_as: null, ...(isJoinedToLater(row) && { joined_to: null }) }
  if (HAS_LOGIN.includes(file) && !logins.has(String(row['user_id']))) return { ...row, user_id: null }
  return row
}

/** Whether the first product of its item was added after it. */
const isJoinedToLater = (row: FileRow) => Number(row['joined_to']) > Number(row['productid'])

const SQL_TYPES: Record<Column['type'], string> = {
  ...{
    id: 'bigint',
    whole: 'integer',
    money: 'numeric',
    cents: 'bigint',
    quantity: 'numeric',
    price: 'numeric',
    text: 'text',
    boolean: 'boolean',
  },
  ...{ timestamp: 'timestamptz', date: 'date', uuid: 'uuid', hex: 'bytea', json: 'json' },
  ...{ ids: 'bigint[]', texts: 'text[]' },
}

/** A trigger fills the listing. */
async function insertRows(client: ClientBase, part: Part, businessid: string, rows: FileRow[]): Promise<void> {
  const columns = part.columns.filter(({ shown }) => !shown)
  const names = columns.map(({ name }) => escapeIdentifier(name)).join(', ')
  const key = part.key.filter((name) => columns.some((column) => column.name === name)).join(', ')
  const types = columns.map(({ name, type }) => `${escapeIdentifier(name)} ${SQL_TYPES[type]}`).join(', ')
  await guard(part.file, () =>
    client.query(
      `insert into ${part.into ?? part.table} (businessid, ${names}) overriding system value
       select $1, ${names} from json_to_recordset($2::json) as r (${types}) order by ${key}`,
      [businessid, JSON.stringify(rows)],
    ),
  )
}

function findPart(file: string) {
  const part = PARTS.find((part) => part.file === file)
  if (!part) throw new Error(`there is no part ${file}`)
  return part
}

/** Runs a statement; a value that the database refuses becomes a sentence that names the file. */
async function guard<T>(file: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    const isRefused = error instanceof DatabaseError && /^2[23]/.test(error.code ?? '')
    if (!isRefused) throw error
    throw new InvalidBusinessFile(`${file} does not agree with the database: ${error.message}. Nothing was imported.`, {
      cause: error,
    })
  }
}
