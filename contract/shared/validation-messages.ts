import type { core } from 'zod'

const KINDS: Record<string, string> = {
  number: 'a number',
  int: 'a whole number',
  string: 'text',
  array: 'a list',
  object: 'an object',
  date: 'a date, as 2026-11-22',
  uuid: 'a UUID',
}

/** The message of a zod issue for the caller. For zod's `error` options; a message of the schema wins. */
export function validationMessage(issue: core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'This is missing.'
      return KINDS[issue.expected] ? `This must be ${KINDS[issue.expected]}.` : UNREADABLE
    case 'too_big':
      if (issue.origin === 'string') return `Please use at most ${issue.maximum} characters.`
      return `This must be at most ${issue.maximum}.`
    case 'too_small':
      if (issue.origin === 'string') return 'This must not be empty.'
      return issue.inclusive ? `This must be at least ${issue.minimum}.` : `This must be more than ${issue.minimum}.`
    case 'unrecognized_keys':
      return `There is no such field: ${listKeys(issue.keys)}.`
    case 'invalid_value':
      return `This must be one of ${issue.values.join(', ')}.`
    case 'invalid_format':
      return KINDS[issue.format] ? `This must be ${KINDS[issue.format]}.` : UNREADABLE
    default:
      return UNREADABLE
  }
}

const MAX_KEYS = 3
const MAX_KEY_LENGTH = 60

/** An answer is no longer than the request that it is about. */
const listKeys = (keys: string[]) =>
  [...keys.slice(0, MAX_KEYS).map((key) => key.slice(0, MAX_KEY_LENGTH)), ...(keys.length > MAX_KEYS ? ['…'] : [])].join(', ')

const UNREADABLE = 'This cannot be read.'
