import { api } from '../../lib/api/api.ts'

export const accountQuery = () => api.account.get.queryOptions()

export const successorsQuery = () => api.account.successors.queryOptions()

export const noticesQuery = () => api.account.notices.list.queryOptions()

export const sessionsQuery = () => api.account.sessions.queryOptions()
