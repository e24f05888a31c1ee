import { api } from '../../lib/api/api.ts'

export const accountQuery = () => api.account.get.queryOptions()

export const successorsQuery = () => api.account.successors.queryOptions()

export const sessionsQuery = () => api.account.sessions.queryOptions()
