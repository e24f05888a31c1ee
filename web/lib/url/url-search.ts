import { type SearchMiddleware, type SearchSchemaInput, stripSearchParams } from '@tanstack/react-router'
import { z } from 'zod'
import { RangeSearch } from '../format/ranges.ts'

/** `?q=123` is the text '123': a value is read as it stands, and what it has to be is its schema's business. */
export const parseSearch = (search: string) => Object.fromEntries(new URLSearchParams(search))

export function stringifySearch(search: Record<string, unknown>) {
  const entries = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
  return entries.length === 0 ? '' : `?${new URLSearchParams(entries.map(([key, value]) => [key, String(value)]))}`
}

/**
 * A list's search as the options of its route: defaults are left out of the address, and a value that makes no sense,
 * or a key nobody knows, counts as not given. An address may come from anywhere; it must not break the screen.
 */
export function urlSearch<Shape extends z.ZodRawShape>(schema: z.ZodObject<Shape, z.core.$strict>) {
  type Search = z.output<typeof schema>
  const defaults = schema.parse({})
  const validateSearch = (raw: Partial<Search> & SearchSchemaInput): Search => {
    const given = Object.entries(raw).filter(([key]) => Object.hasOwn(schema.shape, key))
    const sensible = given.filter(([key, value]) => z.safeParse(schema.shape[key] as z.core.$ZodType, value).success)
    return schema.parse(Object.fromEntries(sensible))
  }
  return {
    validateSearch,
    // The router leaves parameters that nobody knows in a route's search; here they are gone. Screens read `useLoaderDeps()`.
    loaderDeps: ({ search }: { search: Search }) => validateSearch(search as Search & SearchSchemaInput),
    search: { middlewares: [stripSearchParams<Search>(defaults as never)] },
  }
}

/** The same for a list of what happened in a range, which the address holds as the dashboard's does. */
export function rangedSearch<Shape extends z.ZodRawShape>(schema: z.ZodObject<Shape, z.core.$strict>) {
  const list = urlSearch(schema)
  type Search = z.output<typeof schema> & RangeSearch
  const validateSearch = (raw: Partial<Search> & SearchSchemaInput): Search => ({
    ...list.validateSearch(raw),
    ...RangeSearch.parse(raw),
  })
  const sensibleRange: SearchMiddleware<Search> = ({ search, next }) => {
    const { range, from, to, ...rest } = next(search)
    return { ...rest, ...RangeSearch.parse({ range, from, to }) } as Search
  }
  return {
    validateSearch,
    loaderDeps: ({ search }: { search: Search }) => validateSearch(search as Search & SearchSchemaInput),
    search: { middlewares: [...(list.search.middlewares as unknown as SearchMiddleware<Search>[]), sensibleRange] },
  }
}
