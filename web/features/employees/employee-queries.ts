import { keepPreviousData } from '@tanstack/react-query'
import type { EmployeesSearch } from '../../../contract/search/employees.ts'
import { api } from '../../lib/api/api.ts'

export type Search = EmployeesSearch

export const listQuery = (search: Search) => api.employees.list.queryOptions({ input: search, placeholderData: keepPreviousData })

export const UNFILTERED = { q: '', siteid: undefined, status: 'all' } as const
