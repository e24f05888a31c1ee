/** The numbers of the specification, and limits of our own. */

export const CURRENCY = 'ZAR'
export const DEFAULT_TIMEZONE = 'Africa/Johannesburg'

/** For how long an owner can open a closed business again. As in db/functions/closing.sql. */
export const CLOSED_DAYS = 30

/** What a seller enters at a till. */
export const TILL_PIN = /^\d{4,6}$/

export const LOW_STOCK = 50
export const LOW_STOCK_ITEMS_SHOWN = 8
export const STOCK_AMBER_BELOW = 20
export const TOP_SHOWN = 5
export const ANNOUNCEMENTS_SHOWN = 3
export const TICKETS_PER_PAGE = 50
/** Messages of one business to support. */
export const MAX_TICKET_MESSAGES_PER_HOUR = 20
export const TOP_SITE_BAR_MIN_PERCENT = 4

export const SITES_PER_PAGE = 10
export const PRODUCTS_PER_PAGE = 5
/** What a user may choose instead of PRODUCTS_PER_PAGE. */
export const PRODUCT_PAGE_SIZES = [PRODUCTS_PER_PAGE, 25, 100] as const
/** What a user may turn on and off in the list of products. */
export const PRODUCT_COLUMNS = ['picture', 'cost', 'margin'] as const
export const EMPLOYEES_PER_PAGE = 10
export const SALES_PER_PAGE = 10
export const SUPPLIERS_PER_PAGE = 10
export const REPORT_ROWS_PER_PAGE = 50
/** Names in the chart of a report. A report by time shows every time. */
export const REPORT_CHART_NAMES = 10
export const CASH_UPS_PER_PAGE = 31
export const WEBHOOK_DELIVERIES_PER_PAGE = 20
export const RELATED_SALES_SHOWN = 5
/** What a list of options has at most; a search finds the others. */
export const OPTIONS_SHOWN = 50
export const PRODUCT_SALES_SHOWN = 5
export const SMALL_SALE_BELOW = 100

/** The standard rate of VAT when a business begins, in per cent. It can change its rates. */
export const STANDARD_VAT_PERCENT = 15

export const SEARCH_DELAY_MS = 220
export const SKELETON_ROWS_DESKTOP = 6
export const SKELETON_ROWS_MOBILE = 5
export const ACCOUNT_TEXT_MAX = 40

export const SIGNUP_STEPS = ['Account', 'Business', 'Site', 'Plan', 'Review'] as const
export const TRIAL_DAYS = 7
export const SIGNUP_PASSWORD_HINT_MIN = 6
export const EMPLOYEE_PASSWORD_MIN = 8
export const PASSWORD_MAX = 128

/** How long a till keeps sales that were stored, to send them again after a restore. */
export const TILL_KEEPS_DAYS = 14
export const BATCH_MAX_SALES = 500
export const SALE_MAX_ITEMS = 1000
export const RANGE_MAX_YEARS = 10
/** numeric(12,2): the largest amount a column holds. */
export const AMOUNT_MAX = 9_999_999_999.99
/** Well below numeric(12,3), so that the total of a line fits an amount's column. */
export const QUANTITY_MAX = 1_000_000
/** numeric(12,3), the column of a product's stock. */
export const STOCK_MAX = 999_999_999.999
/** A request's body of JSON. */
export const JSON_MAX_BYTES = 2 * 1024 * 1024
export const PICTURE_MAX_BYTES = 5 * 1024 * 1024
/** Width times height of an upload: more than a phone's camera has, and little enough to decode in memory. */
export const PICTURE_PIXELS_MAX = 50_000_000
export const IMPORT_MAX_BYTES = 8 * 1024 * 1024
/** A file of sales, unpacked: 200,000 rows of a till's export have some 30 MB. */
export const SALES_IMPORT_MAX_BYTES = 64 * 1024 * 1024
export const SALES_IMPORT_MAX_ROWS = 300_000

/** Entries of a count that a device sends at a time. */
export const MAX_COUNT_ENTRIES = 100
