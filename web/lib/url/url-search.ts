import { type SearchMiddleware, type SearchSchemaInput, stripSearchParams } from '@tanstack/react-router'
import { z } from 'zod'
import { RangeSearch } from '../format/ranges.ts'

/** `?q=123` is the text '123': values stay text, the schema converts them. */
export const parseSearch = (search: string) => Object.fromEntries(new URLSearchParams(search))

export function stringifySearch(search: Record<string, unknown>) {
  const entries = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
  return entries.length === 0 ? '' : `?${new URLSearchParams(entries.map(([key, value]) => [key, String(value)]))}`
}

/**
 * The route options of a list: defaults are left out of the URL, invalid values and unknown keys are ignored. Any URL must open the
 * screen.
 */
export function urlSearch<Shape extends z.ZodRawShape>(schema: z.ZodObject<Shape, z.core.$strict>) {
  type Search = z.output<typeof schema>
  const defaults = schema.parse({})
  const validateSearch = (raw: Partial<Search> & SearchSchemaInput): Search => {
    const known = Object.entries(raw).filter(([key]) => Object.hasOwn(schema.shape, key))
    const valid = known.filter(([key, value]) => z.safeParse(schema.shape[key] as z.core.$ZodType, value).success)
    return schema.parse(Object.fromEntries(valid))
  }
  return {
    validateSearch,
    // The router keeps unknown parameters in the search. Screens read `useLoaderDeps()`, which has only the valid ones.
    loaderDeps: ({ search }: { search: Search }) => validateSearch(search as Search & SearchSchemaInput),
    search: { middlewares: [stripSearchParams<Search>(defaults as never)] },
  }
}

/** The same for a list with a range of dates. */
export function rangedSearch<Shape extends z.ZodRawShape>(schema: z.ZodObject<Shape, z.core.$strict>) {
  const list = urlSearch(schema)
  type Search = z.output<typeof schema> & RangeSearch
  const validateSearch = (raw: Partial<Search> & SearchSchemaInput): Search => ({
    ...list.validateSearch(raw),
    ...RangeSearch.parse(raw),
  })
  const validRange: SearchMiddleware<Search> = ({ search, next }) => {
    const { range, from, to, ...rest } = next(search)
    return { ...rest, ...RangeSearch.parse({ range, from, to }) } as Search
  }
  return {
    validateSearch,
    loaderDeps: ({ search }: { search: Search }) => validateSearch(search as Search & SearchSchemaInput),
    search: { middlewares: [...(list.search.middlewares as unknown as SearchMiddleware<Search>[]), validRange] },
  }
}
