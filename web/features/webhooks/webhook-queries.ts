import { api } from '../../lib/api/api.ts'

export const webhooksQuery = () => api.webhooks.list.queryOptions()
