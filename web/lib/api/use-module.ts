import { useQuery } from '@tanstack/react-query'

type Options<Module> = {
  /** Of the module, the same at every place that loads it. */
  name: string
  load: () => Promise<Module>
  enabled?: boolean
}

/** Code that is not part of its screen, as a query. Imported code needs no network if the browser has it. */
export const useModule = <Module>({ name, load, enabled = true }: Options<Module>) =>
  useQuery({ queryKey: ['module', name], queryFn: load, staleTime: Number.POSITIVE_INFINITY, networkMode: 'always', enabled })
