/** What refuses a product, and the error of the contract that says so. */
export const CONSTRAINT_ERRORS = {
  product__barcode_at_site: 'BARCODE_TAKEN',
  product__site: 'NO_SITE',
  // A site that is not the person's.
  'row security': 'NO_SITE',
  product__of_other_sites: 'OF_OTHER_SITES',
} as const
