/** What refuses a product, and the error of the contract that says so. */
export const CONSTRAINT_ERRORS = {
  product__barcode_at_site: 'BARCODE_TAKEN',
  // Somebody else was faster: server/features/products/further-barcodes.ts names the product before.
  product_barcodes__barcode_at_site: 'FURTHER_BARCODE_TAKEN',
  product__site: 'NO_SITE',
  // A site that is not the person's.
  'row security': 'NO_SITE',
  product__of_other_sites: 'OF_OTHER_SITES',
} as const
