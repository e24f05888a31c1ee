import { randomUUID } from 'node:crypto'
import { createClient, newCredentials, type Owner, type TestClient } from './clients.ts'
import type { TestServer } from './server.ts'
import { waitForBlocked } from './wait-until.ts'

/** With a login and a password. */
export type NewEmployee = Extract<Parameters<Owner['api']['employees']['create']>[0], { password: string }>
export type EmployeeDetails = Omit<Parameters<Owner['api']['employees']['update']>[0], 'opened'>

/** Functions that create and read the employees of a business, for tests of their screens. */
export function createTeamHelpers(server: TestServer) {
  const ask = async (statement: string, values: unknown[] = []) => (await server.ownerPool.query(statement, values)).rows

  /** What the dialog of an owner sends for a new employee. */
  const newEmployee = ({ siteid }: Pick<Owner, 'siteid'>, values: Partial<NewEmployee> = {}): NewEmployee => ({
    ...{ firstname: 'Sipho', lastname: 'Dube', position: 'Owner', hiredate: null, siteid, isenabled: true, disablereason: '' },
    ...{ ...newCredentials(server), request_id: randomUUID() },
    ...values,
  })

  /** Adds an employee, who has proven the address. Returns what was sent, and the details that an unchanged dialog sends. */
  async function hire(owner: Owner, values: Partial<NewEmployee> = {}) {
    const sent = newEmployee(owner, values)
    const { employeeid, user_id } = await owner.api.employees.create(sent)
    await ask(`update auth."user" set "emailVerified" = true where id = $1`, [user_id])
    const { email, password, request_id: _, ...details } = sent
    return { employeeid, user_id: String(user_id), sent, credentials: { email, password }, details: { ...details, employeeid } }
  }

  /** Saves an employee from a dialog that was opened just now. */
  async function save({ api }: Pick<TestClient, 'api'>, details: EmployeeDetails) {
    const [row] = await ask('select version from employee where employeeid = $1', [details.employeeid])
    await api.employees.update({ ...details, opened: { version: row?.version ?? 1 } })
  }

  async function signIn(credentials: { email: string; password: string }) {
    const client = createClient(server)
    await client.api.session.signIn(credentials)
    return client
  }

  const findRole = async (user_id: string) =>
    (await ask('select role from business_users where user_id = $1', [user_id]))[0]?.role
  const findUsers = (email: string) => ask('select id from auth."user" where email = $1', [email])
  const findSessions = (user_id: string) => ask('select id from auth.session where "userId" = $1', [user_id])
  const findRow = async ({ api }: TestClient, employeeid: number) =>
    (await api.employees.list({})).rows.find((row) => row.employeeid === employeeid)

  /** Starts the calls while another transaction has locked the business. Runs `change` and commits when each call waits for the lock. */
  async function runWhileLocked<T>({ businessid }: Owner, calls: (() => Promise<T>)[], change = 'select') {
    const other = await server.ownerPool.connect()
    try {
      await other.query('begin')
      await other.query('select from business where id = $1 for no key update', [businessid])
      const answers = Promise.allSettled(calls.map((call) => call()))
      await waitForBlocked(server.ownerPool, calls.length)
      await other.query(`${change}; commit`)
      return await answers
    } finally {
      other.release(true)
    }
  }

  return { ask, newEmployee, hire, save, signIn, findRole, findUsers, findSessions, findRow, runWhileLocked }
}
