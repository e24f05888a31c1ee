/** What each violated constraint means for the calls about employees. */
export const CONSTRAINT_ERRORS = {
  employee__site: 'NO_SITE',
  employee__code: 'CODE_TAKEN',
  right_sites__site: 'NO_SITE',
  business__has_owner: 'LAST_OWNER',
  business_users__owner: 'OWNER_ONLY',
  employee__anonymous: 'ANONYMOUS',
  employee__acting: 'NOT_ANONYMOUS',
  site__till_employee: 'TILL_EMPLOYEE',
  'foreign key': 'IN_USE',
} as const
