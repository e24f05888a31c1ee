import { type SearchMiddleware, type SearchSchemaInput, stripSearchParams } from '@tanstack/react-router'
import { z } from 'zod'
import { FiguresSearch } from './figures-search.ts'

/** `?q=123` is the text '123': values stay text, the schema converts them. A repeated parameter is a list of texts. */
export function parseSearch(search: string): Record<string, string | string[]> {
  const params = new URLSearchParams(search)
  return Object.fromEntries(
    [...new Set(params.keys())].map((key) => {
      const values = params.getAll(key)
      return [key, values.length > 1 ? values : (values[0] ?? '')]
    }),
  )
}

/** Texts of a list repeat their parameter, because they may have commas. Numbers are joined: '1,2,3'. */
export function stringifySearch(search: Record<string, unknown>) {
  const entries = Object.entries(search).flatMap(([key, value]) => {
    if (value === undefined || value === '') return []
    const values = Array.isArray(value) && typeof value[0] !== 'number' ? value : [value]
    return values.map((item) => [key, String(item)])
  })
  return entries.length === 0 ? '' : `?${new URLSearchParams(entries)}`
}

/** The parameters with a valid value. */
const readValid = (shape: z.ZodRawShape, raw: object) =>
  Object.fromEntries(
    Object.entries(raw).filter(
      ([key, value]) => Object.hasOwn(shape, key) && z.safeParse(shape[key] as z.core.$ZodType, value).success,
    ),
  )

type DialogSearch<Dialog extends z.ZodRawShape> = keyof Dialog extends never ? unknown : Partial<z.output<z.ZodObject<Dialog>>>

/**
 * The route options of a list: defaults are left out of the URL, invalid values and unknown keys are ignored. Any URL must open the
 * screen. The optional parameters of `dialog` open a dialog; they are not part of the list's search, so the list does not reload.
 */
export function urlSearch<Shape extends z.ZodRawShape, Dialog extends z.ZodRawShape = Record<never, never>>(
  schema: z.ZodObject<Shape, z.core.$strict>,
  dialog?: z.ZodObject<Dialog>,
) {
  type List = z.output<typeof schema>
  type Search = List & DialogSearch<Dialog>
  const defaults = schema.parse({})
  const readList = (raw: object): List => schema.parse(readValid(schema.shape, raw))
  const validateSearch = (raw: Partial<Search> & SearchSchemaInput): Search => ({
    ...readList(raw),
    ...dialog?.parse(readValid(dialog.shape, raw)),
  })
  return {
    validateSearch,
    // The router keeps unknown parameters in the search. Screens read `useLoaderDeps()`, which has only the valid ones.
    loaderDeps: ({ search }: { search: Search }) => readList(search),
    search: { middlewares: [stripSearchParams<Search>(defaults as never)] },
  }
}

/** The same for a list with a range, a comparison and a choice of sites and employees. */
export function rangedSearch<Shape extends z.ZodRawShape, Dialog extends z.ZodRawShape = Record<never, never>>(
  schema: z.ZodObject<Shape, z.core.$strict>,
  dialog?: z.ZodObject<Dialog>,
) {
  const list = urlSearch(schema, dialog)
  type Search = ReturnType<typeof list.validateSearch> & FiguresSearch
  const validateSearch = (raw: Partial<Search> & SearchSchemaInput): Search => ({
    ...list.validateSearch(raw),
    ...FiguresSearch.parse(raw),
  })
  const validFigures: SearchMiddleware<Search> = ({ search, next }) => {
    const { siteid, employeeid, range, from, to, compare, sites, employees, ...rest } = next(search) as Record<string, unknown>
    const figures = { siteid, employeeid, range, from, to, compare, sites, employees }
    return { ...rest, ...FiguresSearch.parse(figures) } as Search
  }
  return {
    validateSearch,
    loaderDeps: ({ search }: { search: Search }) => ({ ...list.loaderDeps({ search }), ...FiguresSearch.parse(search) }),
    search: { middlewares: [...(list.search.middlewares as unknown as SearchMiddleware<Search>[]), validFigures] },
  }
}
