/** What refuses a product, and the error of the contract that says so. */
export const CONSTRAINT_ERRORS = { product__barcode_at_site: 'BARCODE_TAKEN', product__site: 'NO_SITE' } as const
