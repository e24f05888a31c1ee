import { oc } from '@orpc/contract'
import { z } from 'zod'
import { EmployeesExport } from './employees.ts'
import { pictureErrors } from './picture.ts'
import { ImportConfirmation, ImportPreview, ImportSearch, importErrors } from './product-import.ts'
import { ProductsExport } from './products.ts'
import { SalesExport } from './sales.ts'
import { dataErrors, EXPORT_RUNNING, NO_SITE, NOT_FOUND } from './shared/errors.ts'
import { Id } from './shared/fields.ts'

// The calls that carry a file, for the description of the API: no procedure serves them, the routes of server/app.ts do.

const CsvFile = z.file().mime('text/csv')
const Picture = z.union([z.file().mime('image/jpeg'), z.file().mime('image/png'), z.file().mime('image/webp')])

const route = oc.errors(dataErrors)
const csvExport = route.errors({ EXPORT_RUNNING })

const { IMPORT_GONE, FILE_REFUSED } = importErrors

const productid = z.object({ productid: Id })

export const files = {
  sales: csvExport
    .route({ method: 'GET', path: '/sales.csv', summary: 'All filtered sales as CSV', tags: ['Sales'] })
    .input(SalesExport)
    .output(CsvFile),
  products: csvExport
    .route({ method: 'GET', path: '/products.csv', summary: 'All filtered products as CSV', tags: ['Products'] })
    .input(ProductsExport)
    .output(CsvFile),
  employees: csvExport
    .route({ method: 'GET', path: '/employees.csv', summary: 'All filtered employees as CSV', tags: ['Employees'] })
    .input(EmployeesExport)
    .output(CsvFile),
  picture: {
    get: route
      .route({
        method: 'GET',
        path: '/products/{productid}/picture',
        summary: "A product's picture",
        description: 'With its name as `v` it may be kept for ever.',
        tags: ['Products'],
      })
      .input(productid.extend({ size: z.literal('thumb').optional(), v: z.string().optional() }))
      .output(z.file().mime('image/webp'))
      .errors({ NOT_FOUND }),
    put: route
      .route({
        method: 'PUT',
        path: '/products/{productid}/picture',
        inputStructure: 'detailed',
        summary: "Replace a product's picture",
        description: 'The body is the file itself, at most 5 MB.',
        tags: ['Products'],
      })
      .input(z.object({ params: productid, body: Picture }))
      .output(z.object({ picture: z.string() }))
      .errors({ NOT_FOUND, PICTURE_REFUSED: pictureErrors.broken }),
    remove: route
      .route({
        method: 'DELETE',
        path: '/products/{productid}/picture',
        successStatus: 204,
        summary: "Remove a product's picture",
        tags: ['Products'],
      })
      .input(productid)
      .errors({ NOT_FOUND }),
  },
  import: {
    template: route
      .route({
        method: 'GET',
        path: '/products/imports/template.csv',
        summary: 'The head of a file to import',
        tags: ['Products'],
      })
      .output(CsvFile),
    preview: route
      .route({
        method: 'POST',
        path: '/products/imports',
        inputStructure: 'detailed',
        summary: 'What an import of products would do; writes no product',
        description: 'The body is the CSV file itself, at most 8 MB. `siteid` is the site of lines that name none.',
        tags: ['Products'],
      })
      .input(z.object({ query: ImportSearch, body: CsvFile }))
      .output(ImportPreview)
      .errors({ NO_SITE, FILE_REFUSED }),
    confirm: route
      .route({
        method: 'POST',
        path: '/products/imports/{importid}',
        inputStructure: 'detailed',
        summary: 'Do what a preview showed, in one transaction',
        description: 'Answers with a line of JSON whenever it is further, and at last with what became of it.',
        tags: ['Products'],
      })
      .input(z.object({ params: z.object({ importid: z.uuid() }), query: ImportConfirmation }))
      .output(z.file().mime('application/x-ndjson'))
      .errors({ IMPORT_GONE }),
  },
}
